import type { App } from '@openauth/client'
import type { FilterField } from '../../components/filter-menu.tsx'
import type { Translate } from '../../i18n/i18n.ts'

/** The filters of the audit, those that links set included; apps only where the list has events of several. */
export const auditFields = (t: Translate, apps: readonly App[] | undefined): FilterField[] => [
  {
    name: 'actor',
    title: t('audit.actor'),
    kind: 'choice',
    options: [
      { value: 'admin', label: t('audit.actorAdmin') },
      { value: 'app', label: t('audit.actorApp') },
      { value: 'user', label: t('audit.actorUser') },
      { value: 'server', label: t('audit.actorServer') },
    ],
  },
  ...(apps
    ? [
        {
          name: 'appId',
          title: t('audit.app'),
          kind: 'choice' as const,
          options: apps.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]
    : []),
  { name: 'action', title: t('audit.action'), kind: 'text' },
  { name: 'ip', title: t('audit.ip'), kind: 'text' },
  { name: 'from', title: t('audit.from'), kind: 'time' },
  { name: 'to', title: t('audit.to'), kind: 'time' },
  { name: 'actorId', title: t('audit.actorId'), kind: 'hidden' },
  { name: 'targetId', title: t('audit.targetId'), kind: 'hidden' },
]
