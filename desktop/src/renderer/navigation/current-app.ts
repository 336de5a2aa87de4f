import { useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router-dom'
import { queries } from '../api/queries.ts'
import { createStore, useStore } from '../store.ts'

/** The app that was open last, so that its section stays while screens of the server are open. */
const last = createStore<string | undefined>(undefined)

/** The app of the address, else the one that was open last. */
export const useCurrentAppId = (): string | undefined => {
  const inAddress = useMatch('/apps/:appId/*')?.params.appId
  const remembered = useStore(last)
  if (inAddress && inAddress !== remembered) queueMicrotask(() => last.set(inAddress))
  return inAddress ?? remembered
}

/** Forgets the app that was open last: another server has others. */
export const forgetCurrentApp = (): void => last.set(undefined)

/** The name of an app; undefined until it is known. */
export const useAppName = (appId: string | undefined): string | undefined => {
  const apps = useQuery({ ...queries.apps.list(), enabled: appId !== undefined })
  return apps.data?.find(({ id }) => id === appId)?.name
}
