import { release } from 'node:os'

interface Details {
  version: string
  locale: string
  isPackaged: boolean
}

/** What a report of a fault needs: versions and the system, nothing of servers or of the operator. */
export const diagnosticsOf = ({ version, locale, isPackaged }: Details): string => {
  const { electron, chrome, node } = process.versions
  return [
    `OpenAuth Console ${version}${isPackaged ? '' : ' (from source)'}`,
    `Electron ${electron ?? '-'}, Chromium ${chrome ?? '-'}, Node ${node}`,
    `${process.platform} ${process.arch} ${release()}, ${locale}`,
  ].join('\n')
}
