import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Filter from 'lucide-react/icons/list-filter'
import { useState } from 'react'
import { Status } from '../src/badge.tsx'
import { Button } from '../src/button.tsx'
import { Copyable } from '../src/copyable.tsx'
import { csvOf, downloadCsv } from '../src/csv.tsx'
import { DataTable, type DataColumn, type RowSelection, type TableSort } from '../src/data-table.tsx'
import { FilterBar } from '../src/filter-bar.tsx'
import { IconButton } from '../src/icon-button.tsx'
import { Menu, MenuItem } from '../src/menu.tsx'
import { Pagination, pagesByNumber } from '../src/pagination.tsx'
import { Section } from '../src/section.tsx'
import { Time } from '../src/time.tsx'
import { toast } from '../src/toaster.tsx'
import { type Player, players, useAnswer } from './players.ts'

const actions = ({ name }: Player) => (
  <Menu align="end" trigger={<IconButton size="small" label={`Actions for ${name}`} icon={<Ellipsis size={16} />} />}>
    <MenuItem onSelect={() => toast(`${name} disabled`)}>Disable</MenuItem>
    <MenuItem isDanger onSelect={() => toast(`${name} deleted`)}>
      Delete
    </MenuItem>
  </Menu>
)

const columns: DataColumn<Player>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name, isSortable: true, isRequired: true },
  { id: 'email', title: 'E-mail', cell: ({ email }) => email, isSortable: true, width: 'minmax(10rem, 1.5fr)' },
  { id: 'id', title: 'Id', cell: ({ id }) => <Copyable value={id} name="id" />, width: '10rem' },
  {
    id: 'state',
    title: 'State',
    cell: ({ isActive }) => <Status tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Disabled'}</Status>,
    width: '7rem',
  },
  { id: 'logins', title: 'Logins', cell: ({ logins }) => logins, isSortable: true, isNumber: true, width: '6rem' },
  {
    id: 'seen',
    title: 'Last seen',
    cell: ({ seen }) => <Time at={seen} />,
    isSortable: true,
    isDescendingFirst: true,
    width: '8rem',
  },
  { id: 'place', title: 'Place', cell: () => 'Oslo', isHidden: true, width: '6rem' },
  { id: 'actions', title: 'Actions', cell: actions, isTitleHidden: true, isRequired: true, width: '52px' },
]

const exportPage = (rows: readonly Player[]) =>
  downloadCsv(
    'users.csv',
    csvOf(
      [
        { title: 'Id', value: ({ id }) => id },
        { title: 'Name', value: ({ name }) => name },
      ],
      rows,
    ),
  )

interface UserFiltersProps {
  search: string
  isActive: boolean
  onSearch: (search: string) => void
  onActive: (isActive: boolean) => void
}

const UserFilters = ({ search, isActive, onSearch, onActive }: UserFiltersProps) => (
  <FilterBar
    search={search}
    searchPlaceholder="Id, name or e-mail"
    onSearchChange={onSearch}
    chips={isActive ? [{ id: 'state', name: 'State', value: 'active' }] : []}
    onRemove={() => onActive(false)}
    onClear={() => onActive(false)}
  >
    <Menu
      trigger={
        <Button size="small" variant="ghost" icon={<Filter size={14} />}>
          Filter
        </Button>
      }
    >
      <MenuItem onSelect={() => onActive(true)}>State is active</MenuItem>
    </Menu>
  </FilterBar>
)

const Users = () => {
  const [search, setSearch] = useState('')
  const [isActive, setActive] = useState(true)
  const [sort, setSort] = useState<TableSort>({ id: 'name', isDescending: false })
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(25)
  const [selection, setSelection] = useState<RowSelection>({})
  const { rows, total } = useAnswer({ search, isActive, sort, page, pageSize })
  const pages = pagesByNumber({ page, pageSize, shown: rows.length, total, onPageChange: setPage })
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setPage(1)
    }
  return (
    <DataTable
      columns={columns}
      rows={rows}
      sort={sort}
      selection={selection}
      label="Users"
      maxHeight="26rem"
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onSortChange={first(setSort)}
      onSelectionChange={setSelection}
      onOpen={({ name }) => void toast(`${name} opened`)}
      total={total}
      firstIndex={pages.firstIndex}
      empty={{ title: 'No user matches', reason: 'Try another name, or clear the filters.' }}
      actions={
        <Button size="small" variant="ghost" icon={<Download size={14} />} onClick={() => exportPage(rows)}>
          Export
        </Button>
      }
      toolbar={
        <UserFilters search={search} isActive={isActive} onSearch={first(setSearch)} onActive={first(setActive)} />
      }
      footer={<Pagination {...pages} onPageSizeChange={first(setPageSize)} />}
    />
  )
}

const noPlayers: Player[] = []
const few = columns.slice(0, 4)

const Others = () => (
  <div className="gallery-columns">
    <DataTable
      label="Loading"
      columns={few}
      rows={undefined}
      isLoading
      rowId={({ id }) => id}
      rowName={({ name }) => name}
    />
    <DataTable
      label="Empty"
      columns={few}
      rows={noPlayers}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={{
        title: 'No users yet',
        reason: 'They come with the first sign-in.',
        action: <Button>Open the login</Button>,
      }}
    />
    <DataTable
      label="Failed"
      columns={few}
      rows={undefined}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      error={{
        message: 'The server did not answer.',
        requestId: '01J9ZK4T7Q8R2M5W6X3YB1',
        onRetry: () => void toast('Again'),
      }}
    />
  </div>
)

export const Tables = () => (
  <>
    <Section title="Table of a server's pages">
      <Users />
    </Section>
    <Section title="Table of 100,000 rows">
      <DataTable
        label="All users"
        columns={columns}
        rows={players}
        maxHeight="20rem"
        total={players.length}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ name }) => void toast(`${name} opened`)}
        footer={
          <Pagination firstIndex={0} shown={players.length} total={1_000_000} isEstimate onNext={() => toast('Next')} />
        }
      />
    </Section>
    <Section title="Table without rows">
      <Others />
    </Section>
  </>
)
