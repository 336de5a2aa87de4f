import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** The answer does not say why a token is refused: its holder may be anybody. */
const refused = () => new Problem('token_not_valid')

export const appTokenHandlers = ({
  db,
  tokens,
  sessions,
}: Pick<Platform, 'db' | 'tokens'> & { sessions: Sessions }): Handlers<'appTokens'> => ({
  verify: async ({ token }, { identity: { appId } }) => {
    const claims = await tokens.verifyUser(token)
    if (!claims || claims.appId !== appId || !(await sessions.isActive(claims))) throw refused()
    const { userId, sessionId } = claims
    const session = await db.prisma.session.findUnique({ where: { id: sessionId }, select: { expiresAt: true } })
    if (!session) throw refused()
    return { userId, sessionId, expiresAt: session.expiresAt }
  },
})
