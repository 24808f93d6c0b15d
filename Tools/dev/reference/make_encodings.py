#!/usr/bin/env python3
"""Writes Tests/MachineCodeTests/Fixtures/{x86,arm64}_encodings.txt: what GNU as makes of every instruction form of our
encoders.

    make_encodings.py            needs binutils and binutils-aarch64-linux-gnu

A line is `instruction = bytes in hex`. Operands are chosen so that every register appears in every place, every base
that needs a SIB byte or a displacement of its own does, and displacements and immediates lie on both sides of 8 bits.
"""
import pathlib
import subprocess
import tempfile

GPR = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split()
BYTES = "al cl dl bl spl bpl sil dil r8b r9b r10b r11b r12b r13b r14b r15b".split()
YMM = [f"ymm{i}" for i in range(16)]
ZMM = [f"zmm{i}" for i in range(32)]
DISPLACEMENTS = [0, 1, -1, 127, 128, -128, -129, 4096, -1000000]
IMMEDIATES = [0, 1, -1, 127, 128, -128, -129, 100000, -100000]


def memories():
    for base in GPR:
        yield f"[{base}]"
        yield f"[{base}+8]"
    for d in DISPLACEMENTS:
        yield f"[rsi{d:+d}]"
        yield f"[r13{d:+d}]"
    for index in GPR:
        if index != "rsp":
            yield f"[rax+{index}*1]"
    for base in GPR:
        yield f"[{base}+r9*4+64]"
    for scale in (1, 2, 4, 8):
        yield f"[r10+rbp*{scale}+200]"


def low(register):
    """The low half of a vector register."""
    return register.replace("ymm", "xmm")


def wide_forms(mems):
    """32 registers: EVEX prefixes, whose short displacements count in operands."""
    scaled = [f"[{base}{d:+d}]" for base in ("rsi", "r13") for d in (-8192, -8256, -64, -60, 4, 64, 508, 512, 8128, 8192)]
    for k, m in enumerate(mems + scaled):
        a, b = ZMM[k % 32], ZMM[(k * 7 + 3) % 32]
        yield f"vmovups {a}, {m}"
        yield f"vmovups {m}, {a}"
        for op in ("vbroadcastss", "vcvtph2ps"):
            yield f"{op} {a}, {m}"
        for op in ("vfmadd231ps", "vaddps", "vmaxps"):
            yield f"{op} {a}, {b}, {m}"
        a, b = f"ymm{16 + k % 16}", f"ymm{(k * 7 + 3) % 32}"
        yield f"vmovups {a}, {m}"
        yield f"vmovups {m}, {a}"
        for op in ("vbroadcastss", "vcvtph2ps"):
            yield f"{op} {a}, {m}"
        for op in ("vfmadd231ps", "vaddps", "vmaxps"):
            yield f"{op} {a}, {b}, {m}"
    for i in range(32):
        for op in ("vfmadd231ps", "vaddps", "vmulps", "vmaxps", "vminps", "vxorps"):
            yield f"{op} {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}, {ZMM[(i * 5 + 2) % 32]}"
            yield f"{op} ymm{16 + i % 16}, ymm{(i * 3 + 1) % 32}, ymm{(i * 5 + 2) % 32}"


def product_forms(mems):
    """AVX-VNNI in VEX encoding, AVX-512 VNNI in EVEX encoding; what converts their operands and results in 512 bits."""
    for op in ("vpdpwssd", "vpdpbusd"):
        for i in range(16):
            yield f"{{vex}} {op} {YMM[i]}, {YMM[(i * 3 + 1) % 16]}, {YMM[(i * 5 + 2) % 16]}"
        for i in range(32):
            yield f"{op} ymm{16 + i % 16}, ymm{(i * 3 + 1) % 32}, ymm{(i * 5 + 2) % 32}"
            yield f"{op} {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}, {ZMM[(i * 5 + 2) % 32]}"
    for i in range(32):
        for op in ("vcvtdq2ps", "vcvtps2dq"):
            yield f"{op} {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}"
            yield f"{op} ymm{16 + i % 16}, ymm{(i * 3 + 1) % 32}"
        yield f"vpmaxsd {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}, {ZMM[(i * 5 + 2) % 32]}"
        yield f"vextracti32x8 {(YMM + [f'ymm{i}' for i in range(16, 32)])[i]}, {ZMM[(i * 5 + 2) % 32]}, {i % 2}"
        yield f"vinserti32x8 {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}, ymm{(i * 5 + 2) % 32}, 1"
    for k, m in enumerate(mems):
        a, b = ZMM[k % 32], ZMM[(k * 7 + 3) % 32]
        for op in ("vandps", "vmulps"):
            yield f"{op} {a}, {b}, {m}"
            yield f"{op} ymm{16 + k % 16}, ymm{(k * 7 + 3) % 32}, {m}"
        yield f"vpmovsdw {m}, {a}"
        yield f"vextracti32x8 {m}, {a}, {k % 2}"
        yield f"vinserti32x8 {a}, {b}, {m}, 1"
        yield f"vbroadcastf32x8 {a}, {m}"
        yield f"vpdpwssd {a}, {b}, {m}"
        yield f"vpdpwssd {a}, {b}, dword bcst {m}"
        yield f"vpdpwssd ymm{16 + k % 16}, ymm{(k * 7 + 3) % 32}, dword bcst {m}"


def pair_forms(mems):
    """What interleaves and packs 16-bit integers."""
    for i in range(32):
        for op in ("vpunpcklwd", "vpunpckhwd", "vpackssdw", "vpmaxsw", "vpunpcklbw", "vpunpckhbw", "vpacksswb", "vpmaxsb",
                   "vpmaxub", "vpminsb", "vpminub"):
            yield f"{op} {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}, {ZMM[(i * 5 + 2) % 32]}"
            yield f"{op} ymm{16 + i % 16}, ymm{(i * 3 + 1) % 32}, ymm{(i * 5 + 2) % 32}"
            yield f"{op} {YMM[i % 16]}, {YMM[(i * 3 + 1) % 16]}, {YMM[(i * 5 + 2) % 16]}"
        for op in "vpermq", "vpermd", "vpermi2b":
            yield f"{op} {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}, {ZMM[(i * 5 + 2) % 32]}"
    for k, m in enumerate(mems):
        for op in ("vpunpcklwd", "vpunpckhwd"):
            yield f"{op} {ZMM[k % 32]}, {ZMM[(k * 7 + 3) % 32]}, {m}"
            yield f"{op} ymm{16 + k % 16}, ymm{(k * 7 + 3) % 32}, {m}"
            yield f"{op} {YMM[k % 16]}, {YMM[(k * 7 + 3) % 16]}, {m}"


def wide_byte_forms(mems):
    """What turns 32-bit integers into quantized bytes, and back, in 512 bits."""
    for i in range(32):
        a, b, c = ZMM[i], ZMM[(i * 3 + 1) % 32], ZMM[(i * 5 + 2) % 32]
        for op in ("vpmuldq", "vpaddd", "vpsubd", "vpmulld", "vpminsd", "vminps", "vsubps", "vdivps"):
            yield f"{op} {a}, {b}, {c}"
        for op in ("vpslld", "vpsrad", "vpsrlq", "vpsllq", "vrndscaleps"):
            yield f"{op} {a}, {b}, {i % 31}"
        yield f"vcvttps2dq {a}, {b}"
        yield f"vshufps {a}, {b}, {c}, {255 - 7 * i}"
        for op in ("vpackssdw", "vpaddsw", "vpackuswb"):
            yield f"{op} {a}, {b}, {c}"
        yield f"vpternlogd {a}, {b}, {c}, {0b11101010}"
        yield f"vfmadd231ps {a}, {b}, {c}, {{rd-sae}}"
        yield f"vcvtps2dq {a}, {b}, {{rd-sae}}"
        yield f"vpsraw {a}, {b}, {i % 15}"
        for op in ("vpmovswb", "vpmovuswb"):
            yield f"{op} ymm{i}, {b}"
    for k, m in enumerate(mems):
        a, b = ZMM[k % 32], ZMM[(k * 7 + 3) % 32]
        for op in ("vpmaxsw", "vpminsw", "vpmaxsb", "vpmaxub", "vpminsb", "vpminub"):
            yield f"{op} {a}, {b}, {m}"
        for op in ("vbroadcastsd", "vpmovsxbd", "vpmovzxbd", "vcvttps2dq"):
            yield f"{op} {a}, {m}"
        for op in ("vpmuldq", "vpaddq", "vpaddd", "vpsubd", "vpandd", "vpmaxsd", "vpminsd", "vpsllvd", "vpsravd", "vpsrlvq"):
            yield f"{op} {a}, {b}, {m}"
        yield f"vpternlogd {a}, {b}, {m}, {0b11011000}"
        yield f"vpternlogd {a}, {b}, {m}, {0b11101010}"
        yield f"vpaddsw {a}, {b}, {m}"
        yield f"vpmovsdb {m}, {a}"
        yield f"vpmovusdb {m}, {a}"


def forms():
    mems = list(memories())
    for r in GPR:
        yield f"mov {r}, {GPR[(GPR.index(r) + 5) % 16]}"
        yield f"add {r}, {GPR[(GPR.index(r) + 3) % 16]}"
        yield f"cmp {r}, {GPR[(GPR.index(r) + 9) % 16]}"
        yield f"test {r}, {r}"
        yield f"push {r}"
        yield f"pop {r}"
        for op in ("mov", "add", "sub", "cmp"):
            for i in IMMEDIATES:
                yield f"{op} {r}, {i}"
    for k, m in enumerate(mems):
        r = GPR[k % 16]
        yield f"mov {r}, {m}"
        yield f"mov {m}, {r}"
        yield f"lea {r}, {m}"
        yield f"prefetcht0 {m}"
    for k, m in enumerate(mems):
        a, b = YMM[k % 16], YMM[(k * 7 + 3) % 16]
        yield f"vmovups {a}, {m}"
        yield f"vmovups {m}, {a}"
        yield f"vbroadcastss {a}, {m}"
        yield f"vmaskmovps {a}, {b}, {m}"
        yield f"vmaskmovps {m}, {a}, {b}"
        for op in ("vfmadd231ps", "vaddps", "vmaxps"):
            yield f"{op} {a}, {b}, {m}"
    for i in range(16):
        for op in ("vfmadd231ps", "vaddps", "vmulps", "vmaxps", "vminps", "vxorps"):
            yield f"{op} {YMM[i]}, {YMM[(i * 3 + 1) % 16]}, {YMM[(i * 5 + 2) % 16]}"
    for k, m in enumerate(mems):
        r, a, b = GPR[k % 16], YMM[k % 16], YMM[(k * 7 + 3) % 16]
        yield f"add {r}, {m}"
        yield f"movsxd {r}, {m}"
        for op in ("vbroadcastsd", "vbroadcastf128", "vcvtdq2pd", "vcvtph2ps", "vpmovzxwd"):
            yield f"{op} {a}, {m}"
        for op in ("vaddpd", "vandps", "vmulpd", "vmulps", "vpaddb", "vpaddd", "vpmaxsd", "vpminsd", "vpmulld", "vpshufb", "vpsubd",
                   "vxorps"):
            yield f"{op} {a}, {b}, {m}"
        yield f"vmovq {low(a)}, {m}"
        yield f"vmovhps {low(a)}, {low(b)}, {m}"
        yield f"vmovups {m}, {low(a)}"
        yield f"vextractf128 {m}, {a}, 1"
    for i in range(16):
        a, b, c = YMM[i], YMM[(i * 3 + 1) % 16], YMM[(i * 5 + 2) % 16]
        r = GPR[i]
        yield f"sub {r}, {GPR[(i + 7) % 16]}"
        for n in IMMEDIATES:
            yield f"and {r}, {n}"
        for op in ("vpabsd", "vcvtdq2ps", "vsqrtps"):
            yield f"{op} {a}, {c}"
        for op in ("vaddpd", "vdivpd", "vmulpd"):
            yield f"{op} {a}, {b}, {c}"
        for op in (
            "vpaddd", "vpcmpeqd", "vpcmpeqq", "vpcmpgtd", "vpcmpgtq", "vpmaddubsw", "vpmaddwd", "vpmaxsd", "vpor", "vpshufb", "vpsubd",
        ):
            yield f"{op} {a}, {b}, {c}"
        for op in ("vcmpltps", "vdivps", "vsubps"):
            yield f"{op} {a}, {b}, {c}"
        yield f"vblendvps {a}, {b}, {c}, {YMM[(i * 11 + 4) % 16]}"
        yield f"call {r}"
        for op in ("vpslld", "vpsrad", "vpsrld"):
            yield f"{op} {a}, {c}, {2 * i + 1}"
        yield f"vroundps {a}, {c}, {i % 3}"
        yield f"vpshufd {a}, {c}, {17 * i}"
        yield f"vshufps {a}, {b}, {c}, {255 - 17 * i}"
        yield f"vpblendd {a}, {b}, {c}, {16 * i + 5}"
        yield f"vinserti128 {a}, {b}, {low(c)}, {i % 2}"
        yield f"vextractf128 [rcx], {a}, 0"
        yield f"vpackssdw {a}, {b}, {c}"
        yield f"vcvtps2dq {a}, {c}"
        yield f"vperm2f128 {a}, {b}, {c}, {3 * i}"
        yield f"vpermq {a}, {c}, {17 * i}"
    for k, m in enumerate(mems):
        r, a, b = GPR[k % 16], YMM[k % 16], YMM[(k * 7 + 3) % 16]
        yield f"movzx {r}, byte ptr {m}"
        yield f"mov byte ptr {m}, {BYTES[k % 16]}"
        for op in ("vpmovsxbd", "vpmovzxbd", "vpmovsxbw", "vpmovzxbw", "vcvttps2dq"):
            yield f"{op} {a}, {m}"
        for op in ("vpmuldq", "vpaddq", "vpsubw", "vpmaddwd", "vpand", "vpmaxsb", "vpmaxub", "vpminsb", "vpminub",
                   "vpsllvd", "vpsravd", "vpsrlvq"):
            yield f"{op} {a}, {b}, {m}"
        yield f"vmovq {m}, {low(a)}"
    for i in range(16):
        a, b, c = YMM[i], YMM[(i * 3 + 1) % 16], YMM[(i * 5 + 2) % 16]
        yield f"vpmuldq {a}, {b}, {c}"
        for op in ("vpminsd", "vpmulld", "vpsubw"):
            yield f"{op} {a}, {b}, {c}"
        for op in ("vpsllq", "vpsrlq"):
            yield f"{op} {a}, {c}, {2 * i + 1}"
        yield f"vcvttps2dq {a}, {c}"
        yield f"vextracti128 {low(a)}, {c}, {i % 2}"
        for op in ("vpackssdw", "vpacksswb", "vpackuswb"):
            yield f"{op} {low(a)}, {low(b)}, {low(c)}"
        yield f"vpclmulqdq {low(a)}, {low(b)}, {low(c)}, {i % 2 * 17}"
    for k, m in enumerate(mems):
        a, b = YMM[k % 16], YMM[(k * 7 + 3) % 16]
        for op in ("vfmadd213ps", "vfnmadd231ps", "vsubps"):
            yield f"{op} {a}, {b}, {m}"
        yield f"vinsertf128 {a}, {b}, {m}, {k % 2}"
        yield f"vmovups {low(a)}, {m}"
        yield f"vmovss {m}, {low(a)}"
    for i in range(16):
        a, b, c = YMM[i], YMM[(i * 3 + 1) % 16], YMM[(i * 5 + 2) % 16]
        for op in ("vandps", "vfmadd213ps", "vfnmadd231ps", "vunpckhps", "vunpcklps"):
            yield f"{op} {a}, {b}, {c}"
        yield f"vtestps {a}, {c}"
    yield from wide_forms(mems)
    yield from product_forms(mems)
    yield from wide_byte_forms(mems)
    yield from pair_forms(mems)
    yield from ("ret", "pause", "cpuid", "xgetbv", "vzeroupper")


X = [f"x{i}" for i in range(31)]
V = list(range(32))


def arm64_memories(size):
    """Offsets that count in operands, those that do not, and indices."""
    most = 4095 * size
    for i, offset in enumerate([0, size, 7 * size, most, most - size, 1, 3, 255, -1, -256, -size]):
        yield f"[{X[(i * 11) % 31]}, #{offset}]" if offset else f"[{X[i]}]"
        yield f"[sp, #{offset}]" if offset else "[sp]"
    for i in range(31):
        yield f"[{X[i]}, #{size * (i * 37 % 4096)}]"
        yield f"[{X[i]}, {X[(i * 7 + 3) % 31]}]"
        yield f"[{X[(i * 5 + 1) % 31]}, {X[i]}, lsl #{size.bit_length() - 1}]"


def arm64_forms():
    for i in range(31):
        a, b, c, d = X[i], X[(i * 3 + 1) % 31], X[(i * 5 + 2) % 31], X[(i * 7 + 3) % 31]
        yield f"mov {a}, {b}"
        for op in ("movz", "movn", "movk"):
            yield f"{op} {a}, #{i * 2113 % 65536}, lsl #{i % 4 * 16}"
            yield f"{op} {a}, #{65535 - i}"
        for op in ("add", "sub"):
            yield f"{op} {a}, {b}, {c}"
            yield f"{op} {a}, {b}, {c}, lsl #{2 * i + 1}"
            for n in (1, 4095, 4096, 4095 << 12, i + 1):
                yield f"{op} {a}, {b}, #{n}"
        yield f"subs {a}, {b}, #{i * 131}"
        yield f"cmp {a}, #{i * 127}"
        yield f"cmp {a}, {b}"
        yield f"madd {a}, {b}, {c}, {d}"
        for n in (1, i + 1, 63):
            yield f"lsl {a}, {b}, #{n}"
            yield f"and {a}, {b}, #{(1 << 64) - (1 << n):#x}"
        yield f"lsl {a}, {b}, {c}"
        yield f"ubfx {a}, {b}, #{i}, #{i + 1}"
        yield f"blr {a}"
        yield f"cbnz {a}, .{4 * (i - 15):+d}"
    yield from ("mov x3, sp", "mov sp, x3", "add sp, sp, #64", "sub sp, sp, #4080", "ret", "yield", "isb")
    for i, condition in enumerate(("eq", "ne", "ge", "lt", "gt", "le")):
        for distance in (-4000, -4, 0, 4, 4000):
            yield f"b.{condition} .{distance + 4 * i:+d}"
    for distance in (-400000, -4, 0, 4, 400000):
        yield f"b .{distance:+d}"
    for kind, count, size in (("x", 31, 8), ("w", 31, 4), ("q", 32, 16), ("d", 32, 8), ("s", 32, 4)):
        for i, memory in enumerate(arm64_memories(size)):
            yield f"ldr {kind}{i % count}, {memory}"
            yield f"str {kind}{i % count}, {memory}"
        for i in range(count):
            # An address that is advanced is not that of the register that is loaded.
            if kind in "xqs":
                for op in ("ldr", "str"):
                    yield f"{op} {kind}{i}, [{X[(i + 1) % 31]}], #{(i * 19) % 512 - 256}"
            if kind in "xqd":
                first, second = f"{kind}{i}", f"{kind}{(i + 9) % count}"
                for op in ("ldp", "stp"):
                    yield f"{op} {first}, {second}, [{X[(i + 5) % 31]}, #{size * ((i * 5) % 128 - 64)}]"
                    yield f"{op} {first}, {second}, [sp, #{size * i}]"
                    if kind == "q":
                        yield f"{op} {first}, {second}, [{X[(i + 5) % 31]}], #{size * (63 - i * 4)}"
    for i in V:
        a, b, c = i, (i * 3 + 1) % 32, (i * 5 + 2) % 32
        for op in "fadd fsub fmul fdiv fmax fmin fmla fcmgt add sub mul smax smin uzp1".split():
            yield f"{op} v{a}.4s, v{b}.4s, v{c}.4s"
        for op in "and orr eor bit bif".split():
            yield f"{op} v{a}.16b, v{b}.16b, v{c}.16b"
        yield f"tbl v{a}.16b, {{v{b}.16b}}, v{c}.16b"
        for op in "fabs fneg fsqrt frintn frintm frintp fcvtzs scvtf".split():
            yield f"{op} v{a}.4s, v{c}.4s"
        for op in ("fcmgt", "fcmlt"):
            yield f"{op} v{a}.4s, v{c}.4s, #0"
        yield f"mov v{a}.16b, v{b}.16b"
        for op in ("fmla", "fmul"):
            yield f"{op} v{a}.4s, v{b}.4s, v{c}.s[{i % 4}]"
        yield f"dup v{a}.4s, v{b}.s[{i % 4}]"
        yield f"dup v{a}.4s, w{i % 31}"
        yield f"movi v{a}.4s, #{i * 8 + 3}"
        yield f"movi v{a}.4s, #{255 - i}, lsl #{i % 4 * 8}"
        yield f"shl v{a}.4s, v{b}.4s, #{i}"
        yield f"sshr v{a}.4s, v{b}.4s, #{i + 1}"
        yield f"ushr v{a}.4s, v{b}.4s, #{32 - i}"
        for op in ("fadd", "fmul", "fdiv", "zip1"):
            yield f"{op} v{a}.2d, v{b}.2d, v{c}.2d"
        yield f"add v{a}.16b, v{b}.16b, v{c}.16b"
        yield f"addp v{a}.8h, v{b}.8h, v{c}.8h"
        yield f"addp v{a}.4s, v{b}.4s, v{c}.4s"
        yield f"mla v{a}.4s, v{b}.4s, v{c}.4s"
        yield f"umull v{a}.8h, v{b}.8b, v{c}.8b"
        yield f"umull2 v{a}.8h, v{b}.16b, v{c}.16b"
        yield f"umull v{a}.4s, v{b}.4h, v{c}.4h"
        yield f"umull2 v{a}.4s, v{b}.8h, v{c}.8h"
        yield f"abs v{a}.4s, v{b}.4s"
        yield f"srshr v{a}.4s, v{b}.4s, #{i + 1}"
        yield f"dup v{a}.2d, v{b}.d[{i % 2}]"
        yield f"dup v{a}.8h, v{b}.h[{i % 8}]"
        yield f"dup v{a}.16b, v{b}.b[{i % 16}]"
        yield f"umov w{i % 31}, v{b}.s[{i % 4}]"
        yield f"scvtf d{a}, x{i % 31}"
        for op in ("ld1", "st1"):
            yield f"{op} {{v{a}.s}}[{i % 4}], [{X[(i + 3) % 31]}]"
        yield f"ld1r {{v{a}.4s}}, [{X[(i + 5) % 31]}]"


def write(name, assembler, start, lines):
    """The instructions with their bytes, in the order of memory."""
    with tempfile.TemporaryDirectory() as folder:
        source, listing = pathlib.Path(folder) / "a.s", pathlib.Path(folder) / "a.lst"
        source.write_text(start + "".join(f"{x}\n" for x in lines))
        subprocess.run(
            [assembler, "--listing-lhs-width=8", f"-aln={listing}", "-o", f"{folder}/a.o", source], check=True)
        code = {}
        for row in listing.read_text().split("\n"):
            parts = row.split("\t")[0].split()
            if len(parts) >= 3 and parts[0].isdigit():
                code[int(parts[0]) - start.count("\n") - 1] = "".join(parts[2:])
    root = pathlib.Path(__file__).resolve().parents[3]
    target = root / "Tests/MachineCodeTests/Fixtures" / name
    target.write_text("".join(f"{x} = {code[i].lower()}\n" for i, x in enumerate(lines)))
    print(len(lines), "encodings in", name)


def main():
    # The vector register determines a memory operand's size, except if there is none.
    write("x86_encodings.txt", "as", ".intel_syntax noprefix\n", list(dict.fromkeys(forms())))
    write("arm64_encodings.txt", "aarch64-linux-gnu-as", "", list(dict.fromkeys(arm64_forms())))


main()
