import { describe, expect, test } from 'vitest'
import { isSupportedHash, verifyPassword } from '../passwords.ts'

const caller = 'test of password hashes'

/** Hashes that others' documents, tests or libraries have, with their passwords. */
const vectors: [name: string, password: string, stored: string][] = [
  // https://github.com/firebase/scrypt#password-hashing
  [
    'Firebase, its documented sample',
    'user1password',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
  // https://github.com/supabase/auth/blob/master/internal/crypto/password_test.go
  [
    "Firebase, Supabase's test",
    'mytestpassword',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
  ],
  // RFC 7914, section 12
  [
    'scrypt of RFC 7914, N=1024, r=8, p=16',
    'password',
    '$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA',
  ],
  // passlib 1.7
  [
    'scrypt of passlib',
    'correct horse battery',
    '$scrypt$ln=10,r=8,p=1$IEToPYcwJgTgPIfQWqs1pg$gxyt2+Gg91VMOB/kuuzDAyn/Vo2Drs3x+nn+LrL4I0E',
  ],
  [
    'PBKDF2 with SHA-1 of passlib',
    'correct horse battery',
    '$pbkdf2$1000$5rzXutcaYywl5JyTck7p3Q$u0XiMCXaGQm1zxaaw1nbCNlVZpE',
  ],
  [
    'PBKDF2 with SHA-256 of passlib',
    'correct horse battery',
    '$pbkdf2-sha256$1000$CIEQQojxXss5J.QcYyxlTA$64wESmZbqGMjVKAMbRkqHlPVtnzplxqETkZIobEL4tY',
  ],
  [
    'PBKDF2 with SHA-512 of passlib',
    'correct horse battery',
    '$pbkdf2-sha512$1000$L8UYY4yR8v6/txbC2JtTSg$lVBViAMYeXl0K0GdJoAIUuaFVPl.fIaONRQMmS7wA.ZZ/vWeG1aGEIn7gK5R5GSOBm7Pi2m0ZV6kyE6.Kp670w',
  ],
  // Django 5
  [
    'PBKDF2 of Django',
    'correct horse battery',
    'pbkdf2_sha256$1000$somesalt$K5SAHVwQoz0J3yvOytAOiRUeGU14G3lS2KOx1HL3NxA=',
  ],
  ['PBKDF2 with SHA-1 of Django', 'correct horse battery', 'pbkdf2_sha1$1000$somesalt$R45Y8zJV+CEzHuPZQfpgHd3xGw0='],
  // https://dev.to/oskarspakers/import-pbkdf2-hashed-user-passwords-into-keycloak-571m
  [
    'PBKDF2 of Keycloak 9',
    'admin',
    '$pbkdf2-sha256$i=27500$x/bm4Y3DcuV9eU97ervkPA==$1u7BLvfSPxQFpwc5jpGSA+88EGl9pZYKhaZ8YPIu9N4=',
  ],
  // argon2-cffi, which is the reference implementation
  [
    'argon2i',
    'correct horse battery',
    '$argon2i$v=19$m=4096,t=3,p=1$kpK4Wpcs7Ipjusg27nxLMA$CFuLxgM4M7a5xONxIuNcvNKnlT0s2U06pghOfGpX8Oo',
  ],
  [
    'argon2d',
    'correct horse battery',
    '$argon2d$v=19$m=4096,t=3,p=1$W1/56Bo80WaiYlBfcxC/vQ$35VTf3Ul0DjuGCcOSXB5OiwMXnYCFuiccZqSL64eyp8',
  ],
  [
    'argon2id',
    'correct horse battery',
    '$argon2id$v=19$m=4096,t=3,p=1$K4UTgR71FOTCwTOyi68yPg$x0UsazoKI5DGbnCl8lkG3k1T0+VePceswCF8eTDdpIg',
  ],
  // https://github.com/dotnet/aspnetcore/blob/main/src/Identity/test/Identity.Test/PasswordHasherTest.cs
  ...[
    'AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==',
    'AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M',
    'AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=',
    'AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw',
    'AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7LtVi9IWyUxX8IAAfZ8v+ZfhjCcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==',
    'AQAAAAIAAYagAAAAEAABAgMEBQYHCAkKCwwNDg/Q8A0WMKbtHQJQ2DHCdoEeeFBrgNlldq6vH4qX/CGqGQ==',
  ].map((stored): [string, string, string] => [`ASP.NET ${stored.slice(0, 12)}`, 'my password', stored]),
]

describe('hashes of other servers', () => {
  test.each(vectors)('%s', async (_, password, stored) => {
    expect(isSupportedHash(stored)).toBe(true)
    expect(await verifyPassword(stored, password, caller)).toEqual({ ok: true, outdated: true })
    expect(await verifyPassword(stored, `${password}!`, caller)).toEqual({ ok: false, outdated: false })
  })

  test('one changed byte of the hash is another hash', async () => {
    for (const [, password, stored] of vectors) {
      const at = stored.length - 6
      const changed = stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1)
      expect((await verifyPassword(changed, password, caller)).ok).toBe(false)
    }
  })
})
