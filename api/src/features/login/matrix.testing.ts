import type { LoginWorld } from './testing.ts'

const past = () => new Date(Date.now() - 1000)

/** Expires all one-time rows. */
export const expireOneTimes = async ({ server }: LoginWorld): Promise<void> => {
  await server.resources.db.prisma.oneTime.updateMany({ data: { expiresAt: past() } })
}

export const expireEmailCodes = async ({ server }: LoginWorld): Promise<void> => {
  await server.resources.db.prisma.emailCode.updateMany({ data: { expiresAt: past() } })
}

/** Deletes the app's users, as an operator does. */
export const deleteUsers = async ({ admin }: LoginWorld, appId: string): Promise<void> => {
  const { data } = await admin.users.list({ appId })
  for (const { id } of data) await admin.users.delete({ appId, id })
}
