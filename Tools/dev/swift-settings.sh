# Sourced by what builds in .build: with other settings than these, SwiftPM compiles everything again.
#
# SwiftPM passes the package's traits to the compiler in the order of a set, which differs from process to process. With
# hashes that are the same in all of them, a new file or another command does not compile everything again.
export SWIFT_DETERMINISTIC_HASHING=1

# A quarter of a whole build would be optimizing test modules, and a manifest cannot say otherwise without unsafe flags:
# the toolchain in .build is the installed one with Tools/dev/swiftc.
use_test_compiler() {
  local root toolchain installed
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
  toolchain=$root/.build/toolchain
  installed=$(swiftc -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p')
  [ -n "$installed" ] || return
  if [ "$(readlink "$toolchain/lib")" != "$installed/lib" ] || ! cmp -s "$root/Tools/dev/swiftc" "$toolchain/bin/swiftc"; then
    rm -rf "$toolchain"
    mkdir -p "$toolchain/bin"
    ln -s "$installed/lib" "$installed/libexec" "$installed/share" "$toolchain"
    ln -s "$installed"/bin/* "$toolchain/bin"
    # A copy: SwiftPM looks for other tools beside the file that a link leads to.
    cp --remove-destination "$root/Tools/dev/swiftc" "$toolchain/bin/swiftc"
  fi
  export SWIFT_EXEC=$toolchain/bin/swiftc
}
[ "$(uname)" != Linux ] || use_test_compiler
