import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallResult } from '../contract/route.ts'
import type { account } from '../contract/account.ts'
import type { passkeys } from '../contract/passkeys.ts'
import { useSession, useSessionState } from './context.ts'
import type { OpenAuthClient } from './session.ts'
import { useAction } from './use-action.ts'

/** Entries of the user's that can be removed one by one; null until they are read. */
const useList = <T>(
  read: (client: OpenAuthClient) => Promise<T[]>,
  take: (client: OpenAuthClient, id: string) => Promise<unknown>,
) => {
  const session = useSession()
  const { token } = useSessionState(session)
  const { run, isPending, error, reset } = useAction()
  const [held, setHeld] = useState<{ of: string | null; entries: T[] } | null>(null)
  const turn = useRef(0)
  const load = useCallback(async () => {
    const mine = (turn.current += 1)
    const of = session.getState().token
    const entries = await read(session.client)
    if (mine === turn.current) setHeld({ of, entries })
  }, [session, read])
  const refresh = useCallback(() => run(load), [run, load])
  const remove = useCallback(
    (id: string) =>
      run(async () => {
        await take(session.client, id)
        await load()
      }),
    [session, run, load, take],
  )
  useEffect(() => {
    if (token !== null) void refresh()
  }, [token, refresh])
  const entries = held !== null && held.of === token ? held.entries : null
  return useMemo(
    () => ({ entries, refresh, remove, isPending, error, reset }),
    [entries, refresh, remove, isPending, error, reset],
  )
}

const sessionsOf = (client: OpenAuthClient): Promise<CallResult<typeof account.sessions>> => client.account.sessions()
const endSession = (client: OpenAuthClient, id: string) => client.account.revokeSession({ id })
const passkeysOf = (client: OpenAuthClient): Promise<CallResult<typeof passkeys.list>> => client.passkeys.list()
const removePasskey = (client: OpenAuthClient, id: string) => client.passkeys.remove({ id })

/** The user's sessions on all devices; `remove(id)` ends one. `entries` is null until they are read. */
export const useSessions = () => useList(sessionsOf, endSession)

/** The user's passkeys; `useBind('passkey')` makes one, then call `refresh`. `remove` refuses the last way to log in. */
export const usePasskeys = () => useList(passkeysOf, removePasskey)

const changesOf = (client: OpenAuthClient): Promise<CallResult<typeof account.accountChanges>> =>
  client.account.accountChanges()
const undoChange = (client: OpenAuthClient, id: string) => client.account.undoAccountChange({ id })

/**
 * What was changed within 30 days of how the account is reached. `undo(id)` takes a change back, where `undoableUntil` says
 * that it can be; all other sessions end then.
 */
export const useAccountChanges = () => {
  const { remove: undo, ...list } = useList(changesOf, undoChange)
  const session = useSession()
  const undoAndRefresh = useCallback(
    async (id: string) => {
      const isUndone = await undo(id)
      if (isUndone) await session.refresh()
      return isUndone
    },
    [session, undo],
  )
  return { ...list, undo: undoAndRefresh }
}
