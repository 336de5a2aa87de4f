import { Button } from '@openauth/ui/button'
import { csvOf, downloadCsv, type CsvColumn } from '@openauth/ui/csv'
import { toast } from '@openauth/ui/toaster'
import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslate } from '../i18n/i18n.ts'

/** The most rows of one file: more do not fit into what spreadsheets open quickly. */
export const MOST_ROWS = 100_000

/** A page of rows and the cursor of the next one. */
export interface ExportPage<Row> {
  data: readonly Row[]
  meta: { nextCursor: string | null }
}

export type ReadPage<Row> = (cursor: string | undefined, signal: AbortSignal) => Promise<ExportPage<Row>>

/**
 * Reads all pages of a list, up to `most` rows.
 * @param onRead gets the number of rows that were read so far
 */
export const readAllPages = async <Row,>(
  readPage: ReadPage<Row>,
  signal: AbortSignal,
  onRead: (rows: number) => void,
  most = MOST_ROWS,
): Promise<Row[]> => {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- Each page names the next one.
    const { data, meta } = await readPage(cursor, signal)
    signal.throwIfAborted()
    rows.push(...data)
    onRead(Math.min(rows.length, most))
    cursor = meta.nextCursor ?? undefined
  } while (cursor !== undefined && rows.length < most)
  return rows.slice(0, most)
}

interface Props<Row> {
  /** Of the file, without its ending; the day is added. */
  name: string
  columns: readonly CsvColumn<Row>[]
  readPage: ReadPage<Row>
}

const useExport = <Row,>({ name, columns, readPage }: Props<Row>) => {
  const t = useTranslate()
  const [read, setRead] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setRead(0)
    try {
      const rows = await readAllPages(readPage, controller.signal, setRead)
      downloadCsv(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(columns, rows))
      toast.success(t('lists.exported', { count: rows.length }))
    } catch (error) {
      if (!controller.signal.aborted) toast.error(error instanceof Error ? error.message : String(error))
    } finally {
      running.current = undefined
      setRead(undefined)
    }
  }
  return { read, start, cancel: () => running.current?.abort() }
}

/** Saves all rows that match the filters, not those of one page alone, as a CSV file; says how far it is and can be stopped. */
export const CsvExport = <Row,>(props: Props<Row>) => {
  const t = useTranslate()
  const locale = useLocale()
  const { read, start, cancel } = useExport(props)
  if (read === undefined)
    return (
      <Button size="small" variant="ghost" icon={<Download size={14} />} onClick={() => void start()}>
        {t('lists.export')}
      </Button>
    )
  return (
    <>
      <output>{t('lists.exporting', { rows: new Intl.NumberFormat(locale).format(read) })}</output>
      <Button size="small" variant="ghost" onClick={cancel}>
        {t('lists.cancelExport')}
      </Button>
    </>
  )
}
