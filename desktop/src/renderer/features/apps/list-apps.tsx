import { endpoints } from '@openauth/client'
import type { App } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { DataTable, type TableSort } from '@openauth/ui/data-table'
import { FilterBar } from '@openauth/ui/filter-bar'
import { IconButton } from '@openauth/ui/icon-button'
import { Menu, MenuItem } from '@openauth/ui/menu'
import { PageHeader } from '@openauth/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { useCommands } from '../../navigation/commands.ts'
import { homeOfApp } from '../../navigation/addresses.ts'
import { May } from '../../components/may.tsx'
import { useMay } from '../../api/rights.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { appColumns } from './columns.tsx'
import { CreateApp } from './create-app.tsx'
import './apps.css'

const idOf = (app: App) => app.id
const nameOf = (app: App) => app.name
const byName = (a: App, b: App) => a.name.localeCompare(b.name)
const byTime = (a: App, b: App) => a.createdAt - b.createdAt

/** The apps whose name or id contains a text, sorted. The server gives all apps at once. */
export const shownApps = (apps: readonly App[], text: string, sort: TableSort): App[] => {
  const wanted = text.trim().toLowerCase()
  const found = apps.filter(({ name, id }) => name.toLowerCase().includes(wanted) || id.includes(wanted))
  const sorted = found.toSorted(sort.id === 'createdAt' ? byTime : byName)
  return sort.isDescending ? sorted.toReversed() : sorted
}

const AppMenu = ({ app, onDuplicate }: { app: App; onDuplicate: (app: App) => void }) => {
  const t = useTranslate()
  const label = t('apps.actionsOf', { name: app.name })
  return (
    <Menu align="end" trigger={<IconButton size="small" label={label} icon={<Ellipsis size={16} />} />}>
      <MenuItem onSelect={() => onDuplicate(app)}>{t('apps.duplicate')}</MenuItem>
    </Menu>
  )
}

const useColumns = (onDuplicate: (app: App) => void) => {
  const t = useTranslate()
  const mayDuplicate = useMay(endpoints.apps.duplicate)
  const locale = useLocale()
  return useMemo(
    () => appColumns(t, mayDuplicate ? (app) => <AppMenu app={app} onDuplicate={onDuplicate} /> : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, mayDuplicate, onDuplicate],
  )
}

const Table = ({ action, onDuplicate }: { action: ReactNode; onDuplicate: (app: App) => void }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const apps = useQuery(queries.apps.list())
  const [text, setText] = useState('')
  const [sort, setSort] = useState<TableSort>({ id: 'name', isDescending: false })
  const columns = useColumns(onDuplicate)
  const rows = useMemo(() => apps.data && shownApps(apps.data, text, sort), [apps.data, text, sort])
  const open = (app: App) => {
    const home = homeOfApp(app.id)
    if (home) void navigate(home)
  }
  return (
    <DataTable
      label={t('apps.title')}
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={nameOf}
      sort={sort}
      onSortChange={setSort}
      onOpen={open}
      isLoading={apps.isPending}
      total={rows?.length}
      storageKey="apps"
      toolbar={<FilterBar search={text} onSearchChange={setText} searchPlaceholder={t('apps.search')} />}
      error={
        apps.isError
          ? { message: apps.error.message, onRetry: () => void apps.refetch(), isRetrying: apps.isFetching }
          : undefined
      }
      empty={
        text
          ? { title: t('apps.noMatch'), reason: t('apps.noMatchReason', { text }) }
          : { title: t('apps.none'), reason: t('apps.noneReason'), icon: <LayoutGrid size={18} />, action }
      }
    />
  )
}

/** The server's apps. */
export const ListApps = () => {
  const t = useTranslate()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [source, setSource] = useState<App>()
  const create = { id: 'apps.create', title: t('apps.create'), icon: Plus, shortcut: 'c', run: () => setOpen(true) }
  useCommands(useMay(endpoints.apps.create) ? [create] : [])
  const go = (app: App) => {
    const home = homeOfApp(app.id)
    if (home) void navigate(home)
  }
  const button = (
    <May call={endpoints.apps.create}>
      <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
        {t('apps.create')}
      </Button>
    </May>
  )
  return (
    <div className="screen">
      <title>{`${t('apps.title')} · OpenAuth`}</title>
      <PageHeader title={t('apps.title')} description={t('apps.lead')} actions={button} />
      <Table action={button} onDuplicate={setSource} />
      <CreateApp open={isOpen} onOpenChange={setOpen} onCreated={go} />
      <CreateApp source={source} open={source !== undefined} onOpenChange={() => setSource(undefined)} onCreated={go} />
    </div>
  )
}
