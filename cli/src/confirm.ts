import type { Input } from '@openauth/client'
import type { Context } from './context.ts'
import { exitCodes, Failure, wrongUse } from './failure.ts'
import type { Leaf } from './leaf.ts'
import { isInteractive } from './world.ts'

/** What the call is about, as given, with the ids that names became. */
const subjectsOf = (leaf: Leaf, given: Input, resolved: Input): string[] => {
  const keys = [...leaf.positional.map(({ flag }) => flag.key), ...leaf.appKeys]
  return [...new Set(keys)].flatMap((key) => {
    const [before, after] = [given[key], resolved[key]] as (string | number | undefined)[]
    if (after === undefined) return []
    const label = leaf.appKeys.includes(key) ? 'app' : leaf.flags.find((flag) => flag.key === key)!.name
    const text = String(after)
    return [before === undefined || before === after ? `${label}: ${text}` : `${label}: ${String(before)} (${text})`]
  })
}

/** Asks before something is destroyed or cut off. Without a terminal --yes is the answer; a no ends with exit code 1. */
export const confirm = async (context: Context, leaf: Leaf, given: Input, resolved: Input): Promise<void> => {
  const { world, profile } = context
  if (!isInteractive(world)) throw wrongUse(`${leaf.summary}.`, ['Nobody can be asked whether to go on: add --yes'])
  const named = given['appId'] === undefined && profile.app ? { ...given, appId: profile.app.name } : given
  const isAgreed = await world.prompts.confirm({ summary: leaf.summary, subjects: subjectsOf(leaf, named, resolved) })
  if (isAgreed) return
  context.out.note('Nothing was changed.')
  throw new Failure(exitCodes.failed, '')
}
