import type { AllHandlers } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { dappHandlers } from './dapps.ts'
import { gameCenterHandlers } from './game-centers.ts'
import { contentHandlers } from './player-lists.ts'

/** The lists of dapps and games: their operators' calls, and what players read. */
export const contentGroups = (needs: Pick<Platform, 'db' | 'settings'>) =>
  ({
    dapps: dappHandlers(needs),
    gameCenters: gameCenterHandlers(needs),
    content: contentHandlers(needs),
  }) satisfies Partial<AllHandlers>
