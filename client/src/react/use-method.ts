import { useCallback, useMemo } from 'react'
import type { LoginMethod } from '../contract/providers.ts'
import { actionsOf, type BindActions, type LoginActions } from './actions.ts'
import { useSession, useSessionState } from './context.ts'
import type { CallKind } from './submit-proof.ts'
import { type ActionState, useAction } from './use-action.ts'

/** The actions of a method with their state, which includes the result of a redirect. */
const useMethod = (kind: CallKind, method: LoginMethod): object => {
  const session = useSession()
  const { redirectResult } = useSessionState(session)
  const { isPending, error, reset, run } = useAction()
  const ownResult = redirectResult?.provider === method && redirectResult.kind === kind ? redirectResult : null
  const resetBoth = useCallback(() => {
    reset()
    const { redirectResult: current } = session.getState()
    if (current?.provider === method && !current.isPending) session.set({ redirectResult: null })
  }, [session, method, reset])
  const actions = useMemo(() => actionsOf(session, kind, method, run), [session, kind, method, run])
  return useMemo(
    () => ({
      ...actions,
      isPending: isPending || ownResult?.isPending === true,
      error: error ?? ownResult?.error ?? null,
      reset: resetBoth,
    }),
    [actions, isPending, error, ownResult, resetBoth],
  )
}

/**
 * A login method. Every action resolves to whether it succeeded and never rejects; `error` has the reason of a failure.
 *
 * ```tsx
 * const { redirect, isPending, error } = useLogin('github')
 * const { start, submit } = useLogin('email')
 * ```
 *
 * Errors of the server are `ApiError`s with a `code`: `login_method_disabled`, `too_many_attempts`, `user_disabled`, and
 * those of the method.
 */
export const useLogin = <M extends LoginMethod>(method: M): LoginActions[M] & ActionState =>
  useMethod('login', method) as LoginActions[M] & ActionState

/** The methods that can be bound to a user: all except username and password. */
export type BindMethod = keyof BindActions

/**
 * Binds another login method to the user of this session, with the same actions as `useLogin`. The profile is reloaded
 * before `isPending` ends.
 *
 * Errors of the server are `ApiError`s with a `code`: `identity_taken` by another user, `identity_bound` if the user has
 * an identity of the method already, and those of the method.
 */
export const useBind = <M extends BindMethod>(method: M): BindActions[M] & ActionState =>
  useMethod('bind', method) as BindActions[M] & ActionState
