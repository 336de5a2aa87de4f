/**
 * Control sequences (xterm, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html): the alternate screen leaves what was on the
 * terminal as it was; without automatic wrapping no character can move the lines below it; a synchronized update is shown as a whole
 * by terminals that know of it.
 */
const control = {
  enter: '\u001b[?1049h\u001b[?7l\u001b[?25l\u001b[2J',
  leave: '\u001b[?25h\u001b[?7h\u001b[?1049l',
  clear: '\u001b[2J',
  lineAt: (row: number) => `\u001b[${row + 1};1H`,
  eraseRest: '\u001b[K',
  beginUpdate: '\u001b[?2026h',
  endUpdate: '\u001b[?2026l',
}

export interface Screen {
  /** Columns and rows of the terminal. */
  size: () => { columns: number; rows: number }
  /** A stream for Ink, which writes a whole frame at a time; what is written of it are the lines that have changed. */
  stream: NodeJS.WriteStream
  /** Forgets what is shown, after the terminal has changed its size. */
  clear: () => void
  leave: () => void
}

/** Takes over a terminal, until `leave`. */
export const enterScreen = (stdout: NodeJS.WriteStream): Screen => {
  let shown: string[] = []
  let isOpen = true
  const size = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 })
  const draw = (frame: string): void => {
    const lines = frame.split('\n').slice(0, size().rows)
    const changed = Array.from({ length: Math.max(lines.length, shown.length) }, (_, row) => {
      const text = lines[row] ?? ''
      return text === shown[row] ? '' : `${control.lineAt(row)}${text}${control.eraseRest}`
    }).join('')
    shown = lines
    if (changed !== '') stdout.write(`${control.beginUpdate}${changed}${control.endUpdate}`)
  }
  const write = (text: string, ...rest: unknown[]): boolean => {
    if (isOpen && text !== '') draw(text)
    // Ink waits until its last words are written.
    for (const each of rest) if (typeof each === 'function') (each as () => void)()
    return true
  }
  const own = (key: string | symbol): unknown => {
    if (key === 'write') return write
    if (key === 'columns' || key === 'rows') return size()[key]
    // The size is told by whoever draws, with the frame for it.
    return key === 'on' || key === 'off' ? () => stdout : undefined
  }
  stdout.write(control.enter)
  return {
    size,
    stream: new Proxy(stdout, { get: (target, key): unknown => own(key) ?? Reflect.get(target, key) }),
    clear: () => {
      shown = []
      stdout.write(control.clear)
    },
    leave: () => {
      if (isOpen) stdout.write(control.leave)
      isOpen = false
    },
  }
}
