# Sourced by tests/run and notebooks/start: makes the virtual environment .venv with this project in it.
# Set EXTRAS first: EXTRAS=lab,test; . tests/setup.sh

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo "$@"
    else return 1
    fi
}

have_apt() { command -v apt-get >/dev/null 2>&1; }

find_python() {
    for name in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    echo "Python 3.11 or later is needed." >&2
    return 1
}

make_environment() {
    python="$(find_python)" || return 1
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
        rm -rf .venv
        if ! "$python" -m venv .venv >/dev/null 2>&1; then
            # Debian keeps venv in a package of its own.
            have_apt && as_root apt-get update -q && as_root apt-get install -qy python3-venv || return 1
            rm -rf .venv
            "$python" -m venv .venv || return 1
        fi
    fi
    .venv/bin/python -m pip install -q --disable-pip-version-check -e ".[$1]"
}

make_environment "$EXTRAS"
