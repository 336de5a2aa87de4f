import type { Platform } from '../../resources.ts'
import type { GuardedPost } from '../../lib/guarded-post.ts'

/** What the management of webhook endpoints needs. */
export interface WebhookNeeds extends Pick<Platform, 'db' | 'keys' | 'settings' | 'attempts' | 'clock'> {
  /** Sends events to endpoints: see createGuardedPost. */
  webhookPost: GuardedPost
}
