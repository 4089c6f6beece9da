/** `hooks fleet`, which is a package of its own: releases, receivers and machines. A part of the catalogue, and of its page. */
export const fleetRows = {
  FLEET_NOT_INSTALLED: {
    severity: 'error',
    message: '`hooks fleet` is a package of its own, and it is not installed.',
    remedy: 'Run `npm install -g @hookmd/fleet`.',
  },

  // The publisher
  FLEET_EXISTS: {
    severity: 'error',
    message: '{dir} is not an empty directory, and nothing was changed.',
    remedy: 'Name a directory that does not exist yet.',
    exitCode: 1,
  },
  FLEET_MISSING: {
    severity: 'error',
    message: '{dir} is not the directory of a publisher: {detail}.',
    remedy: 'Run `hooks fleet init DIR` first, or name the directory that it made.',
    exitCode: 1,
  },
  FLEET_KEY: {
    severity: 'error',
    message: '{file} is not an Ed25519 key: {detail}.',
    remedy: 'Move the file out of the directory of keys, or restore it from its backup.',
    exitCode: 1,
  },
  FLEET_KEYS_MISSING: {
    severity: 'error',
    message: 'Role {role} needs signatures of {threshold} of its keys ({keys}), and {held} of them are here.',
    remedy: 'Connect the medium with the key files, and name its directory with `--keys DIR`.',
    exitCode: 1,
  },
  RELEASE_SOURCES: {
    severity: 'error',
    message: 'The files in {dir} cannot be a release, and nothing was published. {problems}',
    remedy: 'Correct the files, and publish again.',
    exitCode: 1,
  },

  // A machine that pulls
  NOT_ROOT: {
    severity: 'error',
    message: 'Only root may write {dir}, and this is another user.',
    remedy: 'Run `sudo hooks fleet pull`, or try it in another directory with `--managed DIR`.',
    exitCode: 1,
  },
  MANAGED_DIRECTORY: {
    severity: 'error',
    message: 'HookMD does not trust {dir}: {detail}.',
    remedy: 'Run `sudo chown root {dir}` and `sudo chmod go-w {dir}`.',
    exitCode: 1,
  },
  LOCAL_FILES: {
    severity: 'error',
    message: 'The release would overwrite {paths}, which no release has put there.',
    remedy: 'Run `hooks fleet pull --replace` to overwrite them.',
    exitCode: 1,
  },
  CLOCK_WENT_BACK: {
    severity: 'warning',
    message: 'The clock of this machine is {time} behind its last pull.',
    remedy: 'Set the clock.',
  },
  RELEASE_UNREACHABLE: {
    severity: 'error',
    message: '{url} cannot be fetched: {detail}.',
    remedy: 'Check the URL and the network, and run `hooks fleet pull` again.',
    exitCode: 1,
  },
  RELEASE_MISSING: {
    severity: 'error',
    message: '{url} is missing on the server.',
    remedy: 'Check the URL, and that the server has the whole directory `repository`.',
    exitCode: 1,
  },
  RELEASE_REDIRECT: {
    severity: 'error',
    message: '{url} redirects to another place ({target}), and releases are fetched from their URL alone.',
    remedy: 'Give the URL that it redirects to with `--url`, if you trust it.',
    exitCode: 1,
  },
  RELEASE_TOO_LARGE: {
    severity: 'error',
    message: '{url} is longer than the {limit} bytes that it may have (endless data).',
    remedy:
      'Report it to the administrator who publishes the releases, who compares the files on the server with those in `repository`: the server or the network may be attacked.',
    exitCode: 1,
  },
  RELEASE_TOO_SLOW: {
    severity: 'error',
    message: '{url} was not complete after {seconds} seconds (slow retrieval).',
    remedy: 'Try again; on a slow network give more time with `--timeout 300`.',
    exitCode: 1,
  },
  RELEASE_INTERRUPTED: {
    severity: 'error',
    message: '{url} was not fetched: the command was ended.',
    remedy: 'Run `hooks fleet pull` again.',
    exitCode: 1,
  },
  RELEASE_EXPIRED: {
    severity: 'error',
    message:
      'The server has no newer release, and the signature of its {role} metadata has expired (freeze).',
    remedy:
      'Run `hooks fleet publish DIR --refresh` where the keys are, and check the clock of this machine.',
    exitCode: 1,
  },
  RELEASE_SIGNATURE: {
    severity: 'error',
    message:
      'The server sent metadata without the signatures that it must have: {detail}. It was changed, or its keys are revoked or of another role.',
    remedy:
      'Report it to the administrator who publishes the releases, who compares the files on the server with those in `repository`: the server or the network may be attacked.',
    exitCode: 1,
  },
  RELEASE_ROLLBACK: {
    severity: 'error',
    message:
      'The server offers {offered} of its {role} metadata, and this machine has seen {seen} (rollback).',
    remedy:
      'Report it to the administrator who publishes the releases, who compares the files on the server with those in `repository`: the server or the network may be attacked.',
    exitCode: 1,
  },
  RELEASE_ROOT_CHAIN: {
    severity: 'error',
    message:
      'The server offers root {offered} where root {expected} must follow: the chain of root metadata is broken.',
    remedy:
      'Report it to the administrator who publishes the releases, who compares the files on the server with those in `repository`: the server or the network may be attacked.',
    exitCode: 1,
  },
  RELEASE_BYTES: {
    severity: 'error',
    message: '{file} of the release does not have the bytes that were signed.',
    remedy: 'Try again; if it stays, ask the administrator who publishes the releases.',
    exitCode: 1,
  },
  RELEASE_MIXED: {
    severity: 'error',
    message: 'The server mixes metadata of different releases, or metadata was changed (mix-and-match).',
    remedy: 'Try again; if it stays, ask the administrator who publishes the releases.',
    exitCode: 1,
  },
  RELEASE_NOT_METADATA: {
    severity: 'error',
    message: 'The server sent something other than signed metadata, such as a page in HTML.',
    remedy: 'Check the URL: below it there must be `metadata/timestamp.json`.',
    exitCode: 1,
  },
  RELEASE_REJECTED: {
    severity: 'error',
    message: 'The release cannot be verified: {detail}.',
    remedy: 'Try again; if it stays, ask the administrator who publishes the releases.',
    exitCode: 1,
  },
  RELEASE_NO_RING: {
    severity: 'error',
    message: 'Ring {ring} of {repository} has no release. Rings that have one: {rings}.',
    remedy: 'Pull a ring that has one with `--ring`, or publish a release for this ring where the keys are.',
    exitCode: 1,
  },
  RELEASE_FOREIGN_FILE: {
    severity: 'error',
    message: 'The release of ring {ring} has the file {path}, which no release of this ring may have.',
    remedy:
      'Report it to the administrator who publishes the releases: a key of the ring may be in wrong hands.',
    exitCode: 1,
  },
  RELEASE_INVALID: {
    severity: 'error',
    message: 'The release is signed, and this machine cannot use it. {detail}',
    remedy: 'Publish a corrected one with the `hooks fleet publish` of the same version of HookMD.',
    exitCode: 1,
  },
  RELEASE_NOT_PULLED: {
    severity: 'warning',
    message: 'The last pull of a release failed with {code}, at {time}. An earlier release may be in force.',
    remedy: 'Run `sudo hooks fleet pull`, and do what it prints.',
  },

  // Receivers
  NO_RECEIVER: {
    severity: 'error',
    message: 'No {receiver} is configured: the policy has no {keys}.',
    remedy: 'Add one to /etc/hookmd/policy.yaml, or give {options}.',
  },
  NATS_UNREACHABLE: {
    severity: 'error',
    message: 'The NATS server {server} cannot be reached: {detail}.',
    remedy: 'Check the address, the credentials and that the server runs, then try again.',
    exitCode: 1,
  },
  STREAM_NOT_MADE: {
    severity: 'error',
    message: 'The NATS server did not make the stream {stream}: {detail}.',
    remedy:
      'Check that JetStream is on, that these credentials may make streams, and that no other stream of this account has the subjects `hookmd.events.*`.',
    exitCode: 1,
  },
  NO_STREAM: {
    severity: 'error',
    message: 'On the NATS server {server} there is no stream {stream} ({detail}).',
    remedy: 'Run `hooks fleet init --nats nats://{server} --stream {stream}` once.',
    exitCode: 1,
  },
  SHIPPER_RUNS: {
    severity: 'error',
    message: 'Another shipper sends the event log of {dir}.',
    remedy: 'Leave it running; `hooks fleet status` shows what it has sent.',
    exitCode: 1,
  },
  NOT_SENT: {
    severity: 'error',
    message: 'Records were not sent, and stay in the event log. {detail}',
    remedy: '{fix}',
    exitCode: 1,
  },

  // Every machine
  NO_MACHINES: {
    severity: 'error',
    message: 'The server has no state of machines: {detail}.',
    remedy: 'Run `hooks fleet init --nats URL` once, then `hooks fleet ship` on a machine.',
    exitCode: 1,
  },
  NO_MACHINE: {
    severity: 'error',
    message: '{count} machines have an id that begins with "{begin}".',
    remedy: '`hooks fleet status` lists the ids.',
    exitCode: 1,
  },
  PAGE_NOT_WRITABLE: {
    severity: 'error',
    message: '{path} cannot be written: {detail}.',
    remedy: 'Name a file in a directory that exists.',
    exitCode: 1,
  },
} as const;
