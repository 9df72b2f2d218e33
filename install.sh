#!/bin/sh
# Builds roslyn-bridge in its clone, installs it, gets csharp-ls where there is none, and shows a first answer.
# POSIX sh. Everything is a function and the last line starts it, so that a script cut short on its way does nothing.
set -eu

usage() {
  cat <<'TEXT'
usage: sh install.sh [--prefix DIR]       in a clone: build and install roslyn-bridge
       sh install.sh --test [ARGUMENT...] in a clone: get what the tests need, then bun test ARGUMENT...

  --prefix DIR  the executable becomes DIR/bin/roslyn-bridge (default: ~/.local)
  --help        print this

Needs the .NET SDK 10 or later, and Bun or Node.js 20 or later with npm.
TEXT
}

say() { printf '%s\n' "$*" >&2; }
fail() { say "install.sh: $*"; exit 1; }
refuse() { say "install.sh: $*"; usage >&2; exit 2; }

# The folder of the clone, or nothing. A piped script has the name of its shell, so it never passes for a clone.
find_clone() {
  [ "$(basename -- "$0")" = install.sh ] || return 0
  folder=$(unset CDPATH; cd -- "$(dirname -- "$0")" && pwd -P) || return 0
  grep -q '"name": "roslyn-bridge"' "$folder/package.json" 2>/dev/null || return 0
  printf '%s\n' "$folder"
}

# Whether version $1 (as in 1.4.5 or 1.5.0-canary.1) is at least $2.
at_least() {
  printf '%s\n%s\n' "$1" "$2" | sed 's/[^0-9.].*//' | (
    IFS=. read -r a b c
    IFS=. read -r x y z
    if [ "${a:-0}" -ne "$x" ]; then [ "${a:-0}" -gt "$x" ]
    elif [ "${b:-0}" -ne "$y" ]; then [ "${b:-0}" -gt "$y" ]
    else [ "${c:-0}" -ge "$z" ]
    fi
  )
}

# Whether $1 is a Bun that works and is new enough.
fits() { version=$("$1" --version 2>/dev/null) && at_least "$version" "$least"; }

# Sets `bun`: the one on PATH, or the pinned one in the clone's side folder, fetched by npm if it is not there yet.
get_bun() {
  least=$(sed -n 's/.*"bun": ">=\([0-9.]*\)".*/\1/p' "$root/package.json")
  [ -n "$least" ] || fail "package.json names no version of Bun"
  bun=$(command -v bun || :)
  if [ -n "$bun" ] && fits "$bun"; then return 0; fi
  bun=$root/.bun/node_modules/.bin/bun
  fits "$bun" && return 0
  for command in node npm; do
    command -v "$command" >/dev/null ||
      fail "no Bun $least or later on PATH, and no $command to fetch it with: install Node.js 20 or later with npm"
  done
  say "Fetching Bun $least into $root/.bun"
  mkdir -p "$root/.bun"
  npm install --prefix "$root/.bun" --no-save --no-audit --no-fund --no-update-notifier --loglevel=error "bun@$least" >&2 ||
    fail "npm cannot fetch bun@$least (see above)"
  # Where npm is told not to run install scripts, the package holds a placeholder until its own script has run.
  fits "$bun" || node "$root/.bun/node_modules/bun/install.js" >&2 || fail "the package bun@$least cannot be set up (see above)"
  fits "$bun" || fail "the Bun that npm has fetched does not run on this machine: $bun"
}

get_packages() {
  (cd -- "$root" && "$bun" install --frozen-lockfile >&2) || fail "the packages of bun.lock cannot be installed (see above)"
}

# Sets `dotnet` and makes sure that it has an SDK that can build the tools of .NET 10.
get_dotnet() {
  dotnet=${DOTNET_ROOT:+$DOTNET_ROOT/dotnet}
  [ -x "$dotnet" ] || dotnet=$(command -v dotnet || :)
  [ -n "$dotnet" ] || dotnet=$HOME/.dotnet/dotnet
  [ -x "$dotnet" ] || fail "dotnet is not found (DOTNET_ROOT, PATH, ~/.dotnet): install the .NET SDK 10"
  sdks=$("$dotnet" --list-sdks) || fail "$dotnet --list-sdks fails"
  printf '%s\n' "$sdks" | grep -q '^[1-9][0-9][0-9]*\.' && return 0
  versions=$(printf '%s' "$sdks" | sed 's/ .*//' | tr '\n' ' ')
  fail "$dotnet has no SDK 10 or later (it has: ${versions:-none}): install the .NET SDK 10"
}

# Where the bridge keeps what it has fetched; the same places as in the program itself.
data_folder() {
  case ${XDG_DATA_HOME:-} in
    /*) printf '%s\n' "$XDG_DATA_HOME/roslyn-bridge" ;;
    *)
      case $(uname -s) in
        Darwin) printf '%s\n' "$HOME/Library/Application Support/roslyn-bridge/data" ;;
        *) printf '%s\n' "$HOME/.local/share/roslyn-bridge" ;;
      esac
      ;;
  esac
}

# Prints the csharp-ls that the bridge finds: its own data folder, PATH (absolute entries only), ~/.dotnet/tools, in the
# order of src/servers/find-places.ts. It is fetched also where there is Microsoft's server: it is the one that is tested.
find_server() {
  (
    set -f
    IFS=:
    for folder in "$data/csharp-ls" $PATH "$HOME/.dotnet/tools"; do
      case $folder in /*) [ ! -x "$folder/csharp-ls" ] || { printf '%s\n' "$folder/csharp-ls"; exit 0; } ;; esac
    done
  )
}

get_server() {
  data=$(data_folder)
  server=$(find_server)
  if [ -z "$server" ]; then
    server=$data/csharp-ls/csharp-ls
    say "Installing csharp-ls $csharp_ls into $data/csharp-ls"
    mkdir -p "$data"
    (cd -- "$root" && "$dotnet" tool install csharp-ls --version "$csharp_ls" --tool-path "$data/csharp-ls" >&2) ||
      fail "dotnet tool install csharp-ls --version $csharp_ls fails (see above)"
    [ -x "$server" ] || fail "dotnet tool install has left no $server"
  fi
  say "csharp-ls: $server"
}

# The new file is written beside the old one and renamed over it: a running bridge keeps the program that it started with.
install_binary() {
  target=$prefix/bin/roslyn-bridge
  say "Building $root/dist/roslyn-bridge"
  "$bun" run "$root/build.ts" >/dev/null || fail "the build fails (see above)"
  mkdir -p "$prefix/bin" || fail "$prefix/bin cannot be made"
  beside=$prefix/bin/.roslyn-bridge.$$
  trap 'rm -f -- "$beside"' EXIT
  { cp -- "$root/dist/roslyn-bridge" "$beside" && chmod 755 "$beside" && mv -f -- "$beside" "$target"; } ||
    fail "$target cannot be written"
  version=$("$target" --version) || fail "$target does not start"
  say "Installed: $target ($version)"
}

first_answer() {
  say "A first answer, about the example in $root/test/example, as an MCP client gets it:"
  "$bun" run "$root/test/tools/first-answer.ts" "$target" || fail "the installed bridge does not answer rightly (see above)"
}

what_now() {
  case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) say "$prefix/bin is not on your PATH: MCP clients need the whole path, as below." ;;
  esac
  say "For your MCP client: {\"mcpServers\":{\"roslyn-bridge\":{\"command\":\"$(printf '%s' "$target" | sed 's/[\\"]/\\&/g')\"}}}"
}

main() {
  prefix=
  for_tests=
  while [ $# -gt 0 ]; do
    case $1 in
      --help) usage; exit 0 ;;
      --prefix) [ -n "${2:-}" ] || refuse "--prefix needs a folder"; prefix=$2; shift 2 ;;
      --prefix=?*) prefix=${1#--prefix=}; shift ;;
      --test) for_tests=yes; shift; break ;;
      *) refuse "$1 is not known" ;;
    esac
  done
  root=$(find_clone)
  [ -n "$root" ] || fail "downloading a release is not available yet: clone the repository and run sh install.sh there"

  if [ -n "$for_tests" ]; then
    get_bun
    get_packages
    cd -- "$root"
    exec "$bun" test "$@"
  fi

  [ -n "${HOME:-}" ] || fail "HOME is not set"
  prefix=${prefix:-$HOME/.local}
  case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
  csharp_ls=0.28.0
  export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_ADD_GLOBAL_TOOLS_TO_PATH=0 DOTNET_GENERATE_ASPNET_CERTIFICATE=0
  get_dotnet
  get_bun
  get_packages
  install_binary
  get_server
  first_answer
  what_now
}

main "$@"
