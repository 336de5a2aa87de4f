import { Id } from '@openauth/client'
import { findApp } from '../app-choice.ts'
import type { Context } from '../context.ts'
import { wrongUse } from '../failure.ts'

/** The id of the app that is named by --app, or of the saved one. Throws a Failure where there is none. */
export const resolveApp = async (context: Context, given: string | undefined): Promise<string> => {
  if (given !== undefined) return Id.safeParse(given).data ?? (await findApp(context, given)).id
  if (context.profile.app) return context.profile.app.id
  throw wrongUse('Which app? Give --app with its id or name, or save one: openauth use <app>')
}
