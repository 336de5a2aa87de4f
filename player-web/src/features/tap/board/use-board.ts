import { useQuery } from '@tanstack/react-query'
import { useGameQueries } from '../tap-calls.ts'
import type { Board } from './boards.ts'

/** Between two looks at a board that is shown; none while the page is hidden. Milliseconds. */
const REFRESH = 5000

/** The best hundred of a board, and the player's own place. */
export const useBoard = ({ id }: Board) => {
  const queries = useGameQueries()
  return useQuery({
    ...queries.leaderboard({ board: id }),
    // A board that was never loaded is asked for by its button: each look would show it as loading again.
    refetchInterval: ({ state: { data } }) => (data ? REFRESH : false),
  })
}
export type BoardQuery = ReturnType<typeof useBoard>
export type BoardData = NonNullable<BoardQuery['data']>
export type BoardEntry = BoardData['data'][number]
