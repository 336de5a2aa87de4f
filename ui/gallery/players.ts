import { useMemo } from 'react'
import type { TableSort } from '../src/data-table.tsx'

export interface Player {
  id: string
  name: string
  email: string
  logins: number
  seen: number
  isActive: boolean
}

const START = Date.UTC(2026, 0, 1)
const MINUTE = 60_000
const names = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Donald Knuth']

const player = (place: number): Player => {
  const name = `${names[place % names.length]} ${Math.floor(place / names.length) + 1}`
  return {
    id: `usr_${(place * 7919 + 104_729).toString(36).padStart(8, '0')}${place.toString(36).padStart(6, '0')}`,
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    logins: (place * 37) % 911,
    seen: START + place * MINUTE,
    isActive: place % 7 !== 3,
  }
}

export const players = Array.from({ length: 100_000 }, (_, place) => player(place))

const compare = (sort: TableSort) => (one: Player, other: Player) => {
  const [a, b] = [one, other].map((each) => each[sort.id as 'name' | 'email' | 'logins' | 'seen'])
  const order = a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1
  return sort.isDescending ? -order : order
}

interface Question {
  search: string
  isActive: boolean
  sort: TableSort
  page: number
  pageSize: number
}

/** Everything that a server would do is done here on a list in memory. */
export const useAnswer = ({ search, isActive, sort, page, pageSize }: Question) => {
  const found = useMemo(
    () => players.slice(0, 4000).filter((each) => (!isActive || each.isActive) && each.email.includes(search)),
    [isActive, search],
  )
  const rows = useMemo(
    () => found.toSorted(compare(sort)).slice((page - 1) * pageSize, page * pageSize),
    [found, sort, page, pageSize],
  )
  return { rows, total: found.length }
}
