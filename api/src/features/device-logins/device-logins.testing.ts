import type { TestServer } from '../../testing.ts'

/** Device logins of one server as the device and the approver make them. */
export const deviceLoginsOf = (server: TestServer, adminToken: string) => {
  const device = server.as().deviceLogins
  const approver = server.as(adminToken).deviceLogins
  const { prisma } = server.resources.db
  const start = (deviceName = 'build-host') => device.start({ deviceName })
  /** The next poll comes in time. */
  const waitInterval = () => prisma.deviceLogin.updateMany({ data: { lastPolledAt: new Date(0) } })
  const poll = async (deviceCode: string) => {
    await waitInterval()
    return device.poll({ deviceCode })
  }
  const approve = async (userCode: string, more: { currentPassword?: string } = {}) => {
    const { id } = await approver.show({ userCode })
    await approver.approve({ id, userCode, ...more })
  }
  /** Forgets all attempts that were counted, in the database and in Redis. */
  const refill = async () => {
    await prisma.rateLimit.deleteMany()
    const { redis } = server.resources
    const keys = redis ? await redis.client.keys(`openauth:${redis.installation}:*`) : []
    if (redis && keys.length > 0) await redis.client.del(...keys)
  }
  /** Makes the admin's sessions older than a fresh one. */
  const age = () => prisma.adminSession.updateMany({ data: { createdAt: new Date(Date.now() - 3_600_000) } })
  return { device, approver, start, poll, approve, age, refill, prisma }
}
