import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { Failed } from '../../components/failed.tsx'
import { Loading } from '../../components/loading.tsx'
import { AppsTable } from './apps-table.tsx'

const Content = () => {
  const apps = useQuery(queries.apps.list())
  if (apps.isPending) return <Loading>Loading apps</Loading>
  if (apps.isError) return <Failed error={apps.error} onRetry={() => void apps.refetch()} />
  return <AppsTable apps={apps.data} />
}

/** The server's apps. */
export const ListApps = () => (
  <>
    <title>Apps · OpenAuth</title>
    <h1>Apps</h1>
    <Content />
  </>
)
