/** What becomes of an address: somebody connects to it, the guard refuses it, or it is not a URL at all. */
export type Verdict = 'asked' | 'refused' | 'invalid';

export interface AddressRow {
  /** `:PORT` is where every address of the test's network listens. */
  readonly url: string;
  readonly verdict: Verdict;
  /** What the look-ups of the name give, one after another; absent = the system is asked. */
  readonly answers?: readonly (readonly string[])[];
  /** The address that is connected to, where it is not the one in `url`. */
  readonly at?: string;
  /** Networks that the administrator's policy names. */
  readonly networks?: readonly string[];
}

const row = (decision: Verdict) => (url: string) => ({ url, verdict: decision });
const literal = (decision: Verdict) => (host: string) => ({ url: `http://${host}:PORT/`, verdict: decision });

/** Ways to write 127.0.0.1 and other addresses of this machine that WHATWG's parser folds into it. */
const foldedLoopback = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '127.0.0.1.',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0X7F.1',
  '0x7f.0.0.0x1',
  '0177.0.0.01',
  '127.0.0.00001',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127．0｡0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:7F01:0203]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
];

/** First and last address of each special range, and notations of them that are folded. */
const special = [
  ...['0.0.0.0', '0.255.255.255', '0', '0x0', '00', '0.1'],
  ...[
    '10.0.0.0',
    '10.255.255.255',
    '10.0.1',
    '0xa.1',
    '012.0.0.1',
    '167772161',
    '0x0a000001',
    '１０.0.0.1',
    '⑩.0.0.1',
  ],
  ...['100.64.0.0', '100.127.255.254', '100.127.255.255', '100.100.100.200', '0x64.0x40.0.1', '1681915905'],
  ...['168.63.129.16', '0xa83f8110'],
  ...['169.254.0.0', '169.254.169.254', '169.254.255.255', '2852039166', '0xA9FEA9FE', '0251.0376.0251.0376'],
  ...[
    '169.254.43518',
    '169.16689662',
    '0xa9.0xfe.0xa9.0xfe',
    '169.254.169.254.',
    '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
    '169。254。169。254',
  ],
  ...['172.16.0.0', '172.31.255.255', '172.1048577', '0254.020.0.1'],
  ...['192.0.0.0', '192.0.0.192', '192.0.0.255', '192.0.2.0', '192.0.2.255'],
  ...['192.31.196.0', '192.31.196.255', '192.52.193.0', '192.52.193.255', '192.88.99.0', '192.88.99.255'],
  ...['192.168.0.0', '192.168.255.255', '192.168.257', '3232235521', '0300.0250.0.1', '192.168.0.1%2e'],
  ...['192.175.48.0', '192.175.48.255', '198.18.0.0', '198.19.255.255', '198.51.100.0', '198.51.100.255'],
  ...[
    '203.0.113.0',
    '203.0.113.255',
    '224.0.0.0',
    '239.255.255.255',
    '240.0.0.0',
    '255.255.255.255',
    '4294967295',
  ],
  ...[
    '[::]',
    '[::2]',
    '[::ffff:0:0]',
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
  ],
  ...[
    '[::ffff:192.168.255.255]',
    '[::FFFF:AC10:0001]',
    '[0:0:0:0:0:ffff:100.64.0.1]',
    '[::ffff:0.0.0.0]',
    '[::ffff:255.255.255.255]',
  ],
  // IPv4-compatible and -translated forms, and those behind a translator.
  ...[
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::10.0.0.1]',
    '[::8.8.8.8]',
    '[::ffff:0:127.0.0.1]',
    '[::ffff:0:8.8.8.8]',
  ],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::192.168.0.1]',
    '[64:ff9b::0.0.0.0]',
  ],
  ...[
    '[64:ff9b:1::]',
    '[64:ff9b:1:ffff:ffff:ffff:ffff:ffff]',
    '[64:ff9b:0:0:0:1:808:808]',
    '[100::]',
    '[100::ffff:ffff:ffff:ffff]',
    '[100:0:0:1::]',
  ],
  ...[
    '[1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[2001::]',
    '[2001:0:7f00:1::]',
    '[2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff]',
  ],
  ...[
    '[2001:db8::]',
    '[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[2002::]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  ],
  ...[
    '[2620:4f:8000::]',
    '[2620:4f:8000:ffff:ffff:ffff:ffff:ffff]',
    '[3fff::]',
    '[3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[4000::]',
  ],
  ...[
    '[5f00::]',
    '[8000::1]',
    '[fc00::]',
    '[fd00:ec2::254]',
    '[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[fe80::]',
    '[fe80::1]',
  ],
  ...[
    '[febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[fec0::1]',
    '[feff::1]',
    '[ff00::]',
    '[ff02::1]',
    '[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  ],
];

/** The neighbours of those ranges: public, so somebody may be there. */
const publicNeighbours = [
  ...[
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.1',
    '126.255.255.255',
    '128.0.0.0',
  ],
  ...[
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '8.8.8.8',
    '0x08080808',
  ],
  ...[
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.31.195.255',
    '192.31.197.0',
    '192.52.192.255',
    '192.52.194.0',
  ],
  ...[
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '192.175.47.255',
    '192.175.49.0',
    '198.17.255.255',
  ],
  ...['198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...[
    '[::ffff:8.8.8.8]',
    '[::ffff:808:808]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b::8080:8080]',
    '[2000::1]',
    '[2001:200::]',
    '[2001:4860:4860::8888]',
  ],
  ...[
    '[2001:db7:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[2001:db9::]',
    '[2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[2003::]',
  ],
  ...[
    '[2620:4f:7fff:ffff:ffff:ffff:ffff:ffff]',
    '[2620:4f:8001::]',
    '[3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
    '[3fff:1000::]',
  ],
  '[3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
];

const neverAddresses = [
  ...[
    '',
    'localhost:PORT',
    '//127.0.0.1:PORT/',
    'http:/127.0.0.1:PORT/',
    'http:127.0.0.1:PORT',
    'http:///127.0.0.1:PORT/',
  ],
  ...[
    'http:\\\\127.0.0.1:PORT\\',
    'http://127.0.0.1:PORT\\@10.0.0.1/',
    'http://127.0.0.1\t:PORT/',
    'http://127.0.0.1:PORT/a b',
    ' http://127.0.0.1:PORT/',
  ],
  ...[
    'ftp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
    'ws://127.0.0.1:PORT/',
    'javascript:alert(1)',
    'data:,x',
    'unix:/run/x.sock',
  ],
  ...[
    'http+unix://%2Frun%2Fx/',
    'blob:http://127.0.0.1:PORT/x',
    'view-source:http://127.0.0.1:PORT/',
    'httpx://127.0.0.1:PORT/',
  ],
  ...[
    'http://user@127.0.0.1:PORT/',
    'http://user:pw@127.0.0.1:PORT/',
    'http://:pw@127.0.0.1:PORT/',
    'http://@127.0.0.1:PORT/',
    'http://8.8.8.8@127.0.0.1:PORT/',
  ],
  ...[
    'http://127.0.0.1:PORT@10.0.0.1/',
    'http://127.0.0.1%00:PORT/',
    'http://%00/',
    'http://127.0.0.1:0/',
    'http://127.0.0.1:65536/',
    'http://127.0.0.1:x/',
  ],
  ...[
    'http://256.0.0.1:PORT/',
    'http://127.0.0.256:PORT/',
    'http://1.2.3.4.5:PORT/',
    'http://4294967296:PORT/',
    'http://0x100000000:PORT/',
    'http://08.0.0.1:PORT/',
  ],
  ...[
    'http://[::1%25lo]:PORT/',
    'http://[::1%lo]:PORT/',
    'http://[fe80::1%25eth0]:PORT/',
    'http://[::1:PORT/',
    'http://[::g]:PORT/',
    'http://[127.0.0.1]:PORT/',
  ],
  ...[
    'http://[::ffff:127.1]:PORT/',
    'http://[::ffff:0177.0.0.1]:PORT/',
    'http://::1:PORT/',
    'http://a<b:PORT/',
    'http://127.0.0.1:PORT:PORT/',
  ],
  ...[
    'http://metadata/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://METADATA.google.internal.:PORT/',
    'http://metadata.google.internal..:PORT/',
  ],
  ...[
    'http://instance-data/latest/',
    'http://metadata.tencentyun.com/',
    'http://ｍetadata.google.internal/',
    'http://x.metadata.google.internal:PORT/',
  ],
];

const named = (decision: Verdict, host: string, ...answers: readonly (readonly string[])[]): AddressRow => ({
  url: `http://${host}:PORT/`,
  verdict: decision,
  answers,
  ...(decision === 'asked' ? { at: answers[0]?.[0] ?? '' } : {}),
});

/** Names: each look-up is one, every answer of it counts, and the connection goes to what was judged. */
const names: readonly AddressRow[] = [
  { url: 'http://localhost:PORT/', verdict: 'asked' },
  named('asked', 'LOCALHOST.', ['127.0.0.1']),
  named('asked', 'policy.example', ['8.8.8.8']),
  named('asked', 'policy.example', ['2001:4860:4860::8888']),
  named('asked', 'policy.example', ['127.0.0.1']),
  named('asked', 'policy.example', ['::1']),
  named('asked', 'two.example', ['8.8.8.8', '8.8.4.4']),
  named('asked', 'dotted.example.', ['8.8.8.8']),
  named('asked', 'bücher.example', ['8.8.8.8']),
  // The second answer is never asked for.
  named('asked', 'rebinds.example', ['8.8.8.8'], ['127.0.0.1'], ['10.0.0.1']),
  named('asked', 'rebinds.example', ['8.8.8.8'], ['10.0.0.1']),
  named('refused', 'rebinds.example', ['10.0.0.1'], ['8.8.8.8']),
  named('refused', 'mixed.example', ['8.8.8.8', '10.0.0.1']),
  named('refused', 'mixed.example', ['10.0.0.1', '8.8.8.8']),
  named('refused', 'mixed.example', ['127.0.0.1', '169.254.169.254']),
  named('refused', 'mixed.example', ['2001:4860:4860::8888', 'fd00::1']),
  named('refused', 'mixed.example', ['8.8.8.8', '::ffff:192.168.0.1']),
  named('refused', 'private.example', ['192.168.0.1']),
  named('refused', 'link.example', ['fe80::1%eth0']),
  named('refused', 'zone.example', ['::1%lo']),
  named('refused', 'unspecified.example', ['0.0.0.0']),
  named('refused', 'unspecified.example', ['::']),
  named('refused', 'mapped.example', ['::ffff:10.0.0.1']),
  named('refused', 'translated.example', ['64:ff9b::7f00:1']),
  named('refused', 'odd.example', ['0x7f.1']),
  named('refused', 'odd.example', ['not an address']),
  named('refused', '10.0.0.1.nip.example', ['10.0.0.1']),
  named('refused', 'localhost.example', ['10.0.0.1']),
];

const others: readonly AddressRow[] = [
  ...[
    'HTTP://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT',
    'http://127.0.0.1:PORT?a=b',
    'http://127.0.0.1:PORT/#x',
  ].map(row('asked')),
  ...[
    'http://127.0.0.1:PORT/@10.0.0.1',
    'http://127.0.0.1:PORT/../../x',
    'http://127.0.0.1:PORT/?u=http://10.0.0.1/',
  ].map(row('asked')),
  // Redirects: one connection, and no second one.
  ...[
    '/to/http://127.0.0.2:PORT/',
    '/to/http://10.0.0.1:PORT/',
    '/to/http://[::1]:PORT/',
    '/to///127.0.0.2:PORT/',
    '/to//there',
  ]
    .map((path) => `http://127.0.0.1:PORT${path}`)
    .map(row('asked')),
  ...['https://10.0.0.1:PORT/', 'https://[::ffff:10.0.0.1]:PORT/', 'HTTPS://169.254.169.254:PORT/'].map(
    row('refused'),
  ),
];

const within = (networks: readonly string[], ...rows: readonly AddressRow[]): readonly AddressRow[] =>
  rows.map((item) => ({ ...item, networks }));

/** Networks that the policy names: the address counts, however it is written, and nothing else becomes reachable. */
const namedNetworks: readonly AddressRow[] = [
  ...within(
    ['10.20.0.0/16', 'fd12::/16'],
    literal('asked')('10.20.0.1'),
    literal('asked')('10.20.255.255'),
    literal('asked')('[::ffff:10.20.3.4]'),
    literal('asked')('0x0a.20.3.4'),
    literal('asked')('[fd12:1::5]'),
    literal('refused')('10.21.0.0'),
    literal('refused')('10.19.255.255'),
    literal('refused')('[::ffff:10.21.3.4]'),
    literal('refused')('[::10.20.3.4]'),
    literal('refused')('[64:ff9b::10.20.3.4]'),
    literal('refused')('[2002:a14:304::]'),
    literal('refused')('[fd13::1]'),
    literal('refused')('192.168.0.1'),
    literal('refused')('169.254.169.254'),
    literal('refused')('[fd00:ec2::254]'),
    named('asked', 'policy.corp.example', ['10.20.3.4']),
    named('asked', 'policy.corp.example', ['::ffff:10.20.3.4']),
    named('asked', 'policy.corp.example', ['fd12::7', '8.8.8.8']),
    named('asked', 'rebinds.corp.example', ['10.20.3.4'], ['10.21.3.4']),
    named('refused', 'rebinds.corp.example', ['10.21.3.4'], ['10.20.3.4']),
    named('refused', 'mixed.corp.example', ['10.20.3.4', '10.21.3.4']),
    named('refused', 'zone.corp.example', ['fd12::7%eth0']),
    // Redirects are not followed to a named network either.
    row('asked')('http://127.0.0.1:PORT/to/http://10.20.3.4:PORT/'),
    row('asked')('http://10.20.3.4:PORT/to/http://10.20.3.5:PORT/'),
    row('refused')('http://metadata.google.internal:PORT/'),
  ),
  // A metadata service is named by a network of one address alone.
  ...within(
    [
      '0.0.0.0/0',
      '::/0',
      '169.254.0.0/16',
      '169.254.169.254/31',
      'fd00:ec2::/32',
      'fd00:ec2::254/127',
      '64:ff9b::/96',
    ],
    literal('asked')('10.0.0.1'),
    literal('asked')('169.254.1.1'),
    literal('asked')('[fd00:ec2::1]'),
    ...[
      '100.100.100.200',
      '168.63.129.16',
      '169.254.169.254',
      '169.254.170.2',
      '169.254.170.23',
      '192.0.0.192',
    ].map(literal('refused')),
    ...[
      '[::ffff:169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '[fd00:ec2::23]',
      '[fd00:ec2::254]',
      '[fd20:ce::254]',
    ].map(literal('refused')),
    named('refused', 'metadata.corp.example', ['169.254.169.254']),
  ),
  ...within(
    ['169.254.169.254/32', 'fd00:ec2::254/128'],
    literal('asked')('169.254.169.254'),
    literal('asked')('[::ffff:a9fe:a9fe]'),
    literal('asked')('[fd00:ec2::254]'),
    literal('refused')('169.254.169.253'),
    literal('refused')('[64:ff9b::a9fe:a9fe]'),
    literal('refused')('[fd00:ec2::253]'),
  ),
  // What is no network names nothing.
  ...within(['10.20.3.4', '10.20.3.4/33', 'policy.corp.example', ''], literal('refused')('10.20.3.4')),
];

export const addressRows: readonly AddressRow[] = [
  ...foldedLoopback.map(literal('asked')),
  ...special.map(literal('refused')),
  ...publicNeighbours.map(literal('asked')),
  ...neverAddresses.map(row('invalid')),
  ...names,
  ...others,
  ...namedNetworks,
];
