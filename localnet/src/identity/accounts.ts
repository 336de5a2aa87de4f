import { people, type Person as Someone } from './people.ts'
import { allStandIns, type MethodStandIns } from './registry.ts'

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never
type Subjects = Intersection<ReturnType<MethodStandIns[keyof MethodStandIns]['subjects']>>

/** A person with an account at every provider. Ids are the same in every run. */
export interface Person extends Someone {
  /** The person's id at each provider; at Apple and TikTok as the own client sees it. */
  subjects: { [N in keyof Subjects]: Subjects[N] }
}

/** The people with their accounts. */
export const worldPeople = (): Person[] =>
  people.map((one) => ({
    ...one,
    subjects: Object.assign({}, ...allStandIns.map(({ subjects }) => subjects(one))) as Subjects,
  }))
