import { adminCredentials, createTestApp, signInAs } from '../../api/src/testing.ts'
import type { Subjects } from './console-forms.ts'
import type { ConsoleHarness } from './console-harness.ts'

/** Makes what the console's forms are about. */
export const createSubjects = async ({ server, admin, adminToken }: ConsoleHarness): Promise<Subjects> => {
  const app = await createTestApp(server, adminToken, 'Forms')
  const user = await signInAs(server, app.id, 'ada.lovelace')
  const dapp = await admin.dapps.create({ name: 'Staking', url: '/earn', borderColor: '#B98AEA', bgColor: '#4B2A7B' })
  const game = await admin.gameCenters.create({ name: 'Runner', link: '/run' })
  await admin.admins.create({ username: 'colleague', password: adminCredentials.password })
  return { appId: app.id, userId: user.id, dappId: dapp.id, gameId: game.id }
}
