import type { Task } from '../task.ts'

const passphrase = {
  flags: '--passphrase [@file]',
  description: '@file, @- for standard input, or no value for a prompt',
}
const recipient = {
  flags: '--recipient <keys>',
  description: 'public keys of age (age1…), separated by commas, in place of a passphrase',
}
const identity = { flags: '--identity <path>', description: 'file with an identity of age, in place of a passphrase' }
const password = [
  {
    flags: '--password [@file]',
    description: 'your own password: @file, @- for standard input, or no value for a prompt',
  },
  { flags: '--password-stdin', description: 'read your own password from standard input' },
]
const keyring = {
  flags: '--keyring <path>',
  description: 'the keyring file, if OPENAUTH_DATA_DIR and OPENAUTH_KEYRING_FILE do not say',
}

const verify: Task = {
  name: 'verify',
  summary: 'Read a backup to its end and compare its digests, without a server',
  arguments: [{ name: 'file', description: 'the backup' }],
  options: [identity, passphrase],
  load: async () => (await import('../tasks/backup.ts')).verify,
}

export const backup: Task = {
  name: 'backup',
  summary: 'Write an encrypted backup of the database into a new file',
  arguments: [{ name: 'file', description: 'default: openauth-<time>.backup.age' }],
  options: [recipient, passphrase, ...password],
  more: '\nOPENAUTH_BACKUP_PASSPHRASE gives the passphrase. Sessions and one-time codes are left out; the keys are backed up apart.',
  tasks: [verify],
  load: async () => (await import('../tasks/backup.ts')).backup,
}

export const restore: Task = {
  name: 'restore',
  summary: 'Replace all data of the server by those of a backup',
  arguments: [{ name: 'file', description: 'the backup' }],
  options: [
    identity,
    passphrase,
    ...password,
    {
      flags: '--confirm <server>',
      description: 'the host of the server, with its port: confirms that its data are replaced',
    },
    { flags: '--replace-other', description: 'the backup of another installation may replace users of this one' },
  ],
  load: async () => (await import('../tasks/restore.ts')).restore,
}

export const backupKeys: Task = {
  name: 'backup',
  summary: "Encrypt this machine's keyring into a new file; on the server's machine only",
  arguments: [{ name: 'file', description: 'the file to write' }],
  options: [keyring, recipient, passphrase],
  load: async () => (await import('../tasks/key-files.ts')).backupKeys,
}
export const restoreKeys: Task = {
  name: 'restore',
  summary: "Put a keyring from its backup in place; on the server's machine only",
  arguments: [{ name: 'file', description: 'the backup of the keyring' }],
  options: [keyring, identity, passphrase],
  load: async () => (await import('../tasks/key-files.ts')).restoreKeys,
}
