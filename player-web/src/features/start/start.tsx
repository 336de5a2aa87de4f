import { useQuery } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { StartView } from './start-view.tsx'
import { stateOf } from './state.ts'

/** Asks the server whether it is set up, and says what to do next. Coming back from the terminal asks again. */
export const Start = () => {
  const query = useQuery({
    queryKey: ['setup', 'config'],
    queryFn: async ({ signal }) => (await client.setup.config({}, { signal })).initialized,
  })
  return <StartView state={stateOf(query)} busy={query.isFetching} onRetry={() => void query.refetch()} />
}
