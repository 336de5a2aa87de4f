import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallResult } from '../contract/route.ts'
import type { account } from '../contract/account.ts'
import type { passkeys } from '../contract/passkeys.ts'
import { useSession, useSessionState } from './context.ts'
import type { OpenAuthClient } from './session.ts'
import { useAction } from './use-action.ts'

/** A list of the user's entries that can be removed one by one; null until loaded. */
const useList = <T>(
  read: (client: OpenAuthClient) => Promise<T[]>,
  removeEntry: (client: OpenAuthClient, id: string) => Promise<unknown>,
) => {
  const session = useSession()
  const { token } = useSessionState(session)
  const { run, isPending, error, reset } = useAction()
  const [loaded, setLoaded] = useState<{ token: string | null; entries: T[] } | null>(null)
  const latestRequest = useRef(0)
  const load = useCallback(async () => {
    const request = (latestRequest.current += 1)
    const requestToken = session.getState().token
    const entries = await read(session.client)
    if (request === latestRequest.current) setLoaded({ token: requestToken, entries })
  }, [session, read])
  const refresh = useCallback(() => run(load), [run, load])
  const remove = useCallback(
    (id: string) =>
      run(async () => {
        await removeEntry(session.client, id)
        await load()
      }),
    [session, run, load, removeEntry],
  )
  useEffect(() => {
    if (token !== null) void refresh()
  }, [token, refresh])
  const entries = loaded !== null && loaded.token === token ? loaded.entries : null
  return useMemo(
    () => ({ entries, refresh, remove, isPending, error, reset }),
    [entries, refresh, remove, isPending, error, reset],
  )
}

const sessionsOf = (client: OpenAuthClient): Promise<CallResult<typeof account.sessions>> => client.account.sessions()
const endSession = (client: OpenAuthClient, id: string) => client.account.revokeSession({ id })
const passkeysOf = (client: OpenAuthClient): Promise<CallResult<typeof passkeys.list>> => client.passkeys.list()
const removePasskey = (client: OpenAuthClient, id: string) => client.passkeys.remove({ id })

/** The user's sessions on all devices; `remove(id)` ends one. `entries` is null until they are loaded. */
export const useSessions = () => useList(sessionsOf, endSession)

/** The user's passkeys. Call `refresh` after `useBind('passkey')` has added one. `remove` refuses the last login method. */
export const usePasskeys = () => useList(passkeysOf, removePasskey)

const changesOf = (client: OpenAuthClient): Promise<CallResult<typeof account.accountChanges>> =>
  client.account.accountChanges()
const undoChange = (client: OpenAuthClient, id: string) => client.account.undoAccountChange({ id })

/**
 * The account changes of the last 30 days. `undo(id)` undoes a change until its `undoableUntil` and ends all other
 * sessions.
 */
export const useAccountChanges = () => {
  const session = useSession()
  // A way to log in that was bound or unbound on this page is a change.
  const { profile } = useSessionState(session)
  const { remove: undo, ...list } = useList(changesOf, undoChange)
  const { refresh } = list
  useEffect(() => {
    if (profile !== null) void refresh()
  }, [profile, refresh])
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
