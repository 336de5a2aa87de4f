import type { OidcResource } from '@openauth/client'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import type { Translate } from '../../i18n/i18n.ts'
import { allTitles } from '../oidc-clients/field-titles.ts'

const scopeNames = ({ scopes }: OidcResource): string => scopes.map(({ name }) => name).join(', ')

/** The columns of an app's API resources. */
export const resourceColumns = (t: Translate): DataColumn<OidcResource>[] => [
  {
    id: 'name',
    title: t(allTitles.name),
    width: 'minmax(9rem, 1fr)',
    isRequired: true,
    cell: ({ name }) => <span dir="auto">{name}</span>,
  },
  {
    id: 'url',
    title: t('content.link'),
    width: 'minmax(14rem, 2fr)',
    cell: ({ url }) => <code title={url}>{url}</code>,
  },
  {
    id: 'scopes',
    title: t(allTitles.scopes),
    width: 'minmax(12rem, 2fr)',
    cell: (resource) => <span title={scopeNames(resource)}>{scopeNames(resource)}</span>,
  },
  {
    id: 'createdAt',
    title: t('oidcResources.created'),
    width: 'minmax(7rem, 0.7fr)',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]
