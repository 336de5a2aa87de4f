import type { Database } from '../../db.ts'
import type { Custody } from '../../custody/index.ts'
import { createDataKey } from '../keys/data-keys.ts'
import { nameKey } from '../name-key.ts'
import { addSecret } from './secrets.ts'
import { changedLoginSettings } from './login-settings.ts'
import { columnsOf, writeCredentials } from './settings.ts'

/** Creates an app with a given id and settings, unless there is or was one. An existing app stays unchanged. */
export const ensureApp = async (
  db: Database,
  keys: Custody,
  { id, name, settings }: { id: string; name: string; settings: Record<string, unknown> },
): Promise<void> => {
  if ((await db.prisma.app.count({ where: { id } })) > 0) return
  await db.transaction(async (tx) => {
    const taken = await tx.app.count({ where: { nameKey: nameKey(name) } })
    const free = taken > 0 ? `${name} ${id.slice(0, 8)}` : name
    const loginSettings = changedLoginSettings({ usernameEnabled: true }, settings)
    const columns = { ...columnsOf(settings), ...(loginSettings ? { loginSettings } : {}) }
    await tx.app.create({ data: { id, name: free, nameKey: nameKey(free), ...columns } })
    await createDataKey(tx, keys, { owner: 'app', appId: id })
    await addSecret(tx, keys, id, null)
    await writeCredentials(tx, keys, id, settings)
  })
}
