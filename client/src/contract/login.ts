import { z } from 'zod'
import { Id, name, password } from './fields.ts'
import { route } from './route.ts'

export const LoginResult = z
  .object({ token: z.string().describe('a JWT signed with EdDSA') })
  .meta({ id: 'LoginResult' })

export const login = {
  username: route({
    method: 'POST',
    path: '/user/login-username',
    auth: 'public',
    summary: 'Log in or register with username and password',
    input: z.object({
      appId: Id,
      username: name(3, 64),
      password: password(6),
      type: z.enum(['login', 'register']).default('login'),
    }),
    output: LoginResult,
    errors: [
      'app_not_found',
      'login_method_disabled',
      'incorrect_login',
      'username_exists',
      'user_disabled',
      'too_many_attempts',
    ],
  }),
}
