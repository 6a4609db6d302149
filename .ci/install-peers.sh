#!/bin/sh
# Installs Debian's packages for the interop peers: Cyclone DDS, Fast DDS, their IDL compilers, compilers, tshark.
# Needs root and apt-get. Safe to run again: what is installed stays.
set -u

PACKAGES="cyclonedds-dev cyclonedds-tools libfastrtps-dev libfastcdr-dev fastddsgen fastdds-tools
  tshark iproute2 util-linux gcc g++ make libc6-dev"

fail() {
  echo "install-peers: $1" >&2
  exit 1
}

missing() {
  for package in $PACKAGES; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || printf '%s ' "$package"
  done
}

command -v apt-get >/dev/null 2>&1 || fail "apt-get not found: install the packages by hand: $(echo $PACKAGES)"

wanted=$(missing)
if [ -z "$wanted" ]; then
  echo "install-peers: everything is installed"
  exit 0
fi

[ "$(id -u)" = 0 ] || fail "run as root to install: $wanted"

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || fail "apt-get update failed"
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $wanted >/dev/null || fail "apt-get install failed for: $wanted"

wanted=$(missing)
[ -z "$wanted" ] || fail "still not installed: $wanted"
for tool in idlc fastddsgen tshark dumpcap ip unshare nsenter cc c++ make; do
  command -v "$tool" >/dev/null 2>&1 || fail "installed, but $tool is not in PATH"
done
echo "install-peers: done"
