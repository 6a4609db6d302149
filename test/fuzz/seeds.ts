// Texts that the fuzzer damages: a bit of everything that each language has.

export const IDL = `
#define BOUND 4
module fuzz {
  const long N = 0x10 + 3 << 1 | ~017 & 0xff;
  const string TEXT = "a\\n" "b";
  @bit_bound(8) enum Kind { @value(2) A, @default_literal B, C };
  bitmask Flags { @position(3) P, Q };
  bitset Bits { bitfield<3> a; bitfield<10, short> b; bitfield<2>; };
  typedef sequence<string<8>, BOUND> Names;
  typedef double Grid[2][3];
  @final struct Point { float x; float y; };
  @mutable struct Base { @key @id(7) long id; @default("none") string label; };
  @mutable struct Node : Base { @optional long weight; sequence<@external Node> children; map<string, Point> places; };
  @final union Choice switch (Kind) { case A: long number; case B: case C: Point point; };
  @appendable @topic(name="t") struct All {
    @key @range(min=-1, max=5) long id; boolean flag; octet raw; char letter; wchar wide; wstring<5> text; long double big;
    int8 small; unsigned long long large; Kind kind; Flags flags; Bits bits; Names names; Grid grid;
    Choice choice; @optional @must_understand Node node; sequence<Point, 3> points; @unit("m") @hashid("h") uint16 length;
  };
};
#if defined(BOUND) && BOUND < 5
#pragma once
#endif
`;

export const MSG = `# A message.
int32 COUNT=5
string NAME="x # y"
# documentation
uint8[] data [1, 2]
std_msgs/Header header
float64[3] point [0.5, 1e3, -2]  # metres
string<=10[<=4] names
bool ok true
wstring text "ä"
geometry_msgs/Point[<=2] points
---
int64 result -1
---
float32 feedback
`;

export const FILTERS = [
  "color = 'RED' AND (x BETWEEN 3 AND %0 OR NOT y <> -1.5e3)",
  "name LIKE 'a%_' AND inner.s MATCH '[a-c]*,x?' OR list[2].n >= 0x1F",
  "flag = TRUE AND level IN_RANGE 3 AND letter > `B` ORDER BY name, inner.n",
  "grid[1][2] != %1 and f64 not between 1 and 2 or longs[0] = 9223372036854775808",
];

export const ARGUMENTS = [
  'pub Square --type docs/shapes.idl#ShapeType --data {"color":"RED"} --count 3 --rate 10 --wait 2 --timeout 5 --dispose',
  "sub Square -r best-effort --durability transient-local --history keep-last:5 --representation xcdr2 --partition a,b -v",
  "ls --ros --all --json --watch --wait 2 -d 5 --domain-tag x -i 127.0.0.1 --no-multicast --peer 192.168.1.20:7410 --any-port",
  'explain Square --writer --qos {"deadline":"100ms"} --preset ros:sensor-data --index 3 --json',
  "idl gen a.idl -o b.ts --names short --int64 number --import m -I inc --extensibility final",
  "cdr decode -t a.idl#T -k -v --dialect cyclone 0001000004000000",
  'cdr encode {"a":1} -t a.idl#T --representation xcdr2 --big-endian --key-hash',
  "qos file.xml --profile p --role writer --json",
  "shape -P -t Square -c BLUE -x 2 -z 30 -r -k 0 -D l -p part -f 100 -b -w -s 5 --write-period 33",
  "bench rtt --peers raw,self --payloads 16,1024 --repeats 2 --reliability reliable --json out.json --busy-poll",
  "stages --samples 10 --payload 64 --rate 100 --report r.html --json --quick",
  "help pub --version -h",
];
