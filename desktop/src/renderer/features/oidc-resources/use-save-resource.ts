import type { OidcResource } from '@openauth/client'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { withFieldIssue } from '../../components/problems.ts'
import { type OtherFields, type SaveVersioned, useSaveVersioned } from '../../components/use-save-versioned.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { allTitles } from '../oidc-clients/field-titles.ts'
import type { ResourceInput } from './resource-values.ts'
import { resourcesQuery, useResourcesChanged } from './resources-query.ts'

const scopesText = ({ scopes }: OidcResource): string =>
  scopes.map(({ name, description }) => `${name} (${description})`).join(', ')

const changedFields = (before: OidcResource, now: OidcResource, t: Translate): OtherFields => [
  ...(before.name === now.name ? [] : [{ label: t(allTitles.name), value: now.name }]),
  ...(scopesText(before) === scopesText(now) ? [] : [{ label: t(allTitles.scopes), value: scopesText(now) }]),
]

/** Adds or saves a resource: see useSaveVersioned. */
export const useSaveResource = (
  appId: string,
  shown: OidcResource | undefined,
  isGone: boolean,
): SaveVersioned<OidcResource> => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { save, ...state } = useSaveVersioned<OidcResource>(
    {
      changed: useResourcesChanged(),
      notFound: 'oidc_resource_not_found',
      nameOf: ({ name }) => name,
      create: (values) => client.oidcResources.create({ ...(values as ResourceInput), appId }),
      update: ({ id, updatedAt }, _, edited) =>
        client.oidcResources.update({ ...edited, appId, id, expectedUpdatedAt: updatedAt }),
      read: async ({ id }) => {
        const resources = await queryClient.fetchQuery({ ...resourcesQuery(appId), staleTime: 0 })
        return resources.find((one) => one.id === id)
      },
      changedFields: (before, now) => changedFields(before, now, t),
    },
    shown,
    isGone,
  )
  const saveOrExplain: typeof save = (values, edited) =>
    save(values, edited).catch((error: unknown) => {
      throw withFieldIssue(error, ['url'])
    })
  return { ...state, save: saveOrExplain }
}
