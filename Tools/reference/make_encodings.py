#!/usr/bin/env python3
"""Writes Tests/MachineCodeTests/Fixtures/x86_encodings.txt: what GNU as makes of every instruction form of our encoder.

    make_encodings.py            needs binutils (as, objcopy)

A line is `instruction = bytes in hex`. Operands are chosen so that every register appears in every place, every base
that needs a SIB byte or a displacement of its own does, and displacements and immediates lie on both sides of 8 bits.
"""
import pathlib
import subprocess
import tempfile

GPR = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split()
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
        yield f"vbroadcastss {a}, {m}"
        for op in ("vfmadd231ps", "vaddps", "vmaxps"):
            yield f"{op} {a}, {b}, {m}"
        a, b = f"ymm{16 + k % 16}", f"ymm{(k * 7 + 3) % 32}"
        yield f"vmovups {a}, {m}"
        yield f"vmovups {m}, {a}"
        yield f"vbroadcastss {a}, {m}"
        for op in ("vfmadd231ps", "vaddps", "vmaxps"):
            yield f"{op} {a}, {b}, {m}"
    for i in range(32):
        for op in ("vfmadd231ps", "vaddps", "vmulps", "vmaxps", "vminps", "vxorps"):
            yield f"{op} {ZMM[i]}, {ZMM[(i * 3 + 1) % 32]}, {ZMM[(i * 5 + 2) % 32]}"
            yield f"{op} ymm{16 + i % 16}, ymm{(i * 3 + 1) % 32}, ymm{(i * 5 + 2) % 32}"


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
        yield f"lock add qword ptr {m}, {k - 20}"
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
        for op in ("vbroadcastsd", "vbroadcastf128", "vcvtdq2pd"):
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
        for op in ("vpaddd", "vpmaddubsw", "vpmaddwd", "vpmaxsd", "vpor", "vpshufb", "vpsubd"):
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
    yield from wide_forms(mems)
    yield from ("ret", "pause", "cpuid", "xgetbv", "vzeroupper")


def main():
    lines = list(dict.fromkeys(forms()))
    # The vector register determines a memory operand's size, except if there is none.
    with tempfile.TemporaryDirectory() as folder:
        source, listing = pathlib.Path(folder) / "a.s", pathlib.Path(folder) / "a.lst"
        source.write_text(".intel_syntax noprefix\n" + "".join(f"{x}\n" for x in lines))
        subprocess.run(
            ["as", "--listing-lhs-width=8", f"-aln={listing}", "-o", f"{folder}/a.o", source], check=True)
        code = {}
        for row in listing.read_text().split("\n"):
            parts = row.split("\t")[0].split()
            if len(parts) >= 3 and parts[0].isdigit():
                code[int(parts[0]) - 2] = "".join(parts[2:])
    root = pathlib.Path(__file__).resolve().parents[2]
    target = root / "Tests/MachineCodeTests/Fixtures/x86_encodings.txt"
    target.write_text("".join(f"{x} = {code[i].lower()}\n" for i, x in enumerate(lines)))
    print(len(lines), "encodings")


main()
