import type { Metafile } from 'esbuild'
import type { Plugin } from 'vite'

export function noticeOf(files: Iterable<string>): string
export function notice(): Plugin
export function noticeOfMetafile(metafile: Metafile, folder: string): string

/** Licences of packages whose package.json names none. */
export const stated: Readonly<Record<string, string>>
