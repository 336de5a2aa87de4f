import type { Database } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import { dataVersion } from './installation.ts'

/** How often a server looks whether the data were replaced, in milliseconds. */
const INTERVAL = 1000

/** Resolves once a restore has replaced the data of a version, by this server or another one. */
export const watchData = (
  background: BackgroundWork,
  db: Pick<Database, 'pool'>,
  version: string | null,
): Promise<void> =>
  new Promise((resolve) => {
    background.repeat(INTERVAL, 'the data were not looked at', async () => {
      const now = await dataVersion(db)
      if (now !== null && now !== version) resolve()
    })
  })
