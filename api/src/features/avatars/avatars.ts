import type { Context } from '../../handler.ts'
import type { Enqueue } from '../../jobs.ts'
import type { AvatarCopyRequest } from './copy.ts'
import type { AvatarSource } from './source.ts'

export interface Avatars {
  /** Queues a copy of a user's picture. Never throws: a login does not fail because of a picture. */
  requestCopy: (userId: string, source: AvatarSource) => Promise<void>
}

export const createAvatars = (jobs: Enqueue<'avatar', AvatarCopyRequest>, log: Context['log']): Avatars => ({
  requestCopy: (userId, source) =>
    jobs
      .enqueue('avatar', userId, { userId, source })
      .catch((err: unknown) => log.warn({ err, userId }, 'a picture could not be asked for')),
})
