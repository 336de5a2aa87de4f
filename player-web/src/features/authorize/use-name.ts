import { useOpenAuth } from '@openauth/client/react'
import { nameOf } from '../../session/player.ts'

/** The name of this session's user for display; undefined until it is loaded. */
export const useNameOf = (): string | undefined => {
  const { profile } = useOpenAuth()
  return profile ? nameOf(profile) : undefined
}
