import { useEffect, useRef, useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { isNotice } from './is-notice.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'
import { useWords } from './words.tsx'
import './confirm-dialog.css'

export interface ConfirmDialogProps {
  title: string
  /** What will happen, and what cannot be undone. */
  description: ReactNode
  /** The verb: "Delete app". */
  confirmLabel: string
  /**
   * Closes the dialog when it has resolved; on a rejection the dialog stays and shows the message, without alarm where the error has
   * `isNotice`.
   */
  onConfirm: () => Promise<unknown> | void
  /** The name that must be typed first. */
  typedName?: string | undefined
  /** Whether the button is red. Default: true. */
  isDanger?: boolean | undefined
  trigger?: ReactElement | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** More fields, above the typed name. */
  children?: ReactNode
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface BodyProps extends ConfirmDialogProps {
  onDone: () => void
}

const useIsMounted = () => {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Counts how often a dialog was opened. */
const useOpenings = (isOpen: boolean): number => {
  const [last, setLast] = useState({ isOpen, count: 0 })
  if (last.isOpen !== isOpen) setLast({ isOpen, count: last.count + (isOpen ? 1 : 0) })
  return last.count
}

interface RunState {
  isBusy: boolean
  error?: string
  notice?: string
}

/** Runs what was confirmed, once at a time, and keeps what went wrong. */
const useRun = ({ onConfirm, onDone }: Pick<BodyProps, 'onConfirm' | 'onDone'>) => {
  const [state, setState] = useState<RunState>({ isBusy: false })
  // A second submission can come before the button is disabled.
  const isRunning = useRef(false)
  const isShown = useIsMounted()
  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isBusy: true })
    try {
      await onConfirm()
      // Closed meanwhile: the dialog that is open now is another one.
      if (isShown.current) onDone()
    } catch (error) {
      setState({ isBusy: false, [isNotice(error) ? 'notice' : 'error']: messageOf(error) })
    } finally {
      isRunning.current = false
    }
  }
  return { ...state, run }
}

const Body = ({ typedName, confirmLabel, onConfirm, isDanger = true, onDone, children }: BodyProps) => {
  const words = useWords()
  const [typed, setTyped] = useState('')
  const { run, isBusy, error, notice } = useRun({ onConfirm, onDone })
  const isReady = typedName === undefined || typed.trim() === typedName.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isReady) void run()
  }
  return (
    <form className="ui-confirm" onSubmit={submit} noValidate>
      {children}
      {typedName !== undefined && (
        <TextField
          label={words.typeToConfirm(typedName)}
          value={typed}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {error && (
        <p role="alert" className="ui-field-error">
          {error}
        </p>
      )}
      {notice && (
        <output className="ui-confirm-notice">
          <Notice tone="info">{notice}</Notice>
        </output>
      )}
      <div className="ui-confirm-actions">
        <DialogClose render={<Button>{words.cancel}</Button>} />
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} disabled={!isReady} loading={isBusy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}

/** Asks before something is done; with `typedName` only after that name was typed. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    props.onOpenChange?.(next)
  }
  const openings = useOpenings(props.open ?? isOpen)
  return (
    <Dialog
      title={props.title}
      description={props.description}
      trigger={props.trigger}
      open={props.open ?? isOpen}
      onOpenChange={change}
    >
      {/* A dialog that is opened again while it closes starts with its initial state. */}
      <Body key={openings} {...props} onDone={() => change(false)} />
    </Dialog>
  )
}
