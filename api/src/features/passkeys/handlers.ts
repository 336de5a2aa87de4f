import type { Handlers } from '../../handler.ts'
import { removePasskey } from '../account-changes/unbind.ts'
import { withReauthentication } from '../reauthentication/require-reauthentication.ts'
import { beginLogin, finishLogin } from './login.ts'
import { beginRegistration, finishRegistration } from './register.ts'
import type { AccountChangeNeeds } from '../account-changes/needs.ts'

export const passkeyHandlers = (deps: AccountChangeNeeds): Handlers<'passkeys'> => ({
  list: async (_, { identity: { userId } }) =>
    deps.db.prisma.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } }),
  remove: async ({ id, ...reauthentication }, context) => {
    await withReauthentication(deps, reauthentication, context, (credential) =>
      removePasskey(deps, id, credential, context),
    )
    return {}
  },
  registerOptions: ({ uri, ...reauthentication }, context) =>
    withReauthentication(deps, reauthentication, context, () => beginRegistration(deps, uri, context)),
  registerVerify: ({ response, name }, context) => finishRegistration(deps, response, name, context),
  loginOptions: (input, context) => beginLogin(deps, input, context),
  loginVerify: (input, context) => finishLogin(deps, input, context),
})
