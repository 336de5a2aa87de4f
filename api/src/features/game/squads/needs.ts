import type { Platform } from '../../../resources.ts'
import type { RingAccountNeeds } from '../open-account.ts'

/** What squads need: founding one, joining and leaving change the player's account. */
export interface SquadNeeds extends RingAccountNeeds, Pick<Platform, 'settings' | 'attempts'> {}
