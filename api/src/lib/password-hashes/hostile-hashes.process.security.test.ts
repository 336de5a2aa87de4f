import { describe, expect, test } from 'vitest'
import { isSupportedHash, verifyPassword } from '../passwords.ts'

const salt = 'c29tZXNhbHRzb21lc2FsdA'
const key = 'A'.repeat(43)
const aspNet = (header: number[], size: number) =>
  Buffer.concat([Buffer.from(header), Buffer.alloc(size, 7)]).toString('base64')

describe('hostile hash on import: one that costs a login more than a new hash by far is not supported', () => {
  test.each([
    ['bcrypt that runs for hours', `$2b$31$${'a'.repeat(53)}`],
    ['argon2i with four gigabytes', `$argon2i$v=19$m=4194304,t=1,p=1$${salt}$${key}`],
    ['argon2d with a hundred passes', `$argon2d$v=19$m=19456,t=99,p=1$${salt}$${key}`],
    ['argon2id with many lanes', `$argon2id$v=19$m=19456,t=2,p=99$${salt}$${key}`],
    ['scrypt with a gigabyte', `$scrypt$ln=20,r=8,p=1$${salt}$${key}`],
    ['scrypt with large blocks', `$scrypt$ln=14,r=999,p=1$${salt}$${key}`],
    ['scrypt with much work', `$scrypt$ln=14,r=8,p=999$${salt}$${key}`],
    ['scrypt whose N overflows', `$scrypt$ln=99,r=8,p=1$${salt}$${key}`],
    ['scrypt with many large blocks', `$scrypt$ln=1,r=999,p=999$${salt}$${key}`],
    ['Firebase with many large blocks', `$fbscrypt$v=1,n=1,r=999,p=999,ss=Bw==,sk=${key}$${salt}$${key}`],
    ['scrypt whose N its blocks do not allow', `$scrypt$ln=16,r=1,p=1$${salt}$${key}`],
    ['argon2id whose memory has a zero before it', `$argon2id$v=19$m=019456,t=2,p=1$${salt}$${key}`],
    ['argon2id whose key has bits behind its end', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'a'.repeat(43)}`],
    ['argon2id whose salt has bits behind its end', `$argon2id$v=19$m=19456,t=2,p=1$${'a'.repeat(11)}$${key}`],
    ['argon2id without passes', `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${key}`],
    ['argon2id without lanes', `$argon2id$v=19$m=19456,t=2,p=0$${salt}$${key}`],
    ['argon2id with less memory than its lanes need', `$argon2id$v=19$m=31,t=2,p=4$${salt}$${key}`],
    ['scrypt with nothing', `$scrypt$ln=0,r=0,p=0$${salt}$${key}`],
    ['scrypt with a short key', `$scrypt$ln=14,r=8,p=1$${salt}$YWJj`],
    ['Firebase with a gigabyte', `$fbscrypt$v=1,n=20,r=8,p=1,ss=Bw==,sk=${key}$${salt}$${key}`],
    ['Firebase with a key of another size', `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${key}$${salt}$${key}${key}`],
    ['PBKDF2 with nine million iterations', `$pbkdf2-sha512$i=9999999$${salt}$${key}`],
    ['PBKDF2 with more digits', `$pbkdf2-sha512$i=99999999999$${salt}$${key}`],
    ['PBKDF2 whose long key multiplies its iterations', `$pbkdf2$1500000$${salt}$${'a'.repeat(128)}`],
    ['PBKDF2 without iterations', `$pbkdf2-sha256$i=0$${salt}$${key}`],
    ['PBKDF2 of another length than it says', `$pbkdf2-sha256$i=1000,l=64$${salt}$${key}`],
    ['PBKDF2 with MD5', `$pbkdf2-md5$i=1000$${salt}$${key}`],
    ['Django with nine million iterations', `pbkdf2_sha256$9999999$salt$${key}=`],
    ['ASP.NET with four billion iterations', aspNet([1, 0, 0, 0, 2, 255, 255, 255, 255, 0, 0, 0, 16], 48)],
    ['ASP.NET with a salt beyond its end', aspNet([1, 0, 0, 0, 2, 0, 0, 1, 0, 255, 255, 255, 255], 48)],
    ['ASP.NET with an unknown function', aspNet([1, 0, 0, 0, 9, 0, 0, 1, 0, 0, 0, 0, 16], 48)],
    ['clear text', 'hunter2'],
    ['md5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['a line break behind it', `$scrypt$ln=10,r=8,p=1$${salt}$${key}\n`],
    ['a megabyte', '$'.repeat(1_000_000)],
    ['text that makes a pattern backtrack', `$scrypt$ln=10,r=8,p=1$${'a'.repeat(900)}`],
  ])('%s', (_, stored) => {
    expect(isSupportedHash(stored)).toBe(false)
  })
})

describe('a hash at the limits is supported, and a login of its user is refused, not failed', () => {
  test.each([
    `$argon2id$v=19$m=131072,t=8,p=4$${salt}$${key}`,
    `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(11)}$${'A'.repeat(22)}`,
    `$argon2i$v=19$m=32,t=1,p=4$${'A'.repeat(86)}$${'A'.repeat(86)}`,
    `$2b$04$${'z'.repeat(53)}`,
    `$2y$04$${'/'.repeat(53)}`,
    `$scrypt$ln=17,r=8,p=2$${salt}$${key}`,
    `$scrypt$ln=15,r=1,p=1$${salt}$${key}`,
    `$scrypt$ln=1,r=1,p=999$${salt}$${key}`,
    `$scrypt$ln=1,r=999,p=8$${salt}$${key}`,
    `$fbscrypt$v=1,n=15,r=1,p=1,ss=,sk=${key}$${salt}$${key}`,
    `$pbkdf2-sha256$i=01$${salt}$${key}`,
    `$pbkdf2$2000000$${salt}$${'A'.repeat(27)}`,
    `pbkdf2_sha256$1$s$${key}=`,
    aspNet([1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 16], 48),
  ])('%s', async (stored) => {
    expect(isSupportedHash(stored)).toBe(true)
    // A letter of two parts is checked twice: as typed, and composed.
    expect(await verifyPassword(stored, 'e\u0301 guess', 'test of limits')).toEqual({ ok: false, outdated: false })
  })
})

test('a hash beyond the limits that is stored all the same is not computed: its user is refused', async () => {
  for (const stored of [`$2b$31$${'a'.repeat(53)}`, `$scrypt$ln=30,r=8,p=1$${salt}$${key}`, 'x'.repeat(100_000)])
    expect(await verifyPassword(stored, 'a guess', 'test of limits')).toEqual({ ok: false, outdated: false })
})
