import { z } from 'zod'
import { API_PERMISSION, webhookEvents, webhookLimits } from '../domain/api-keys.ts'
import { call, listOf, none } from './call.ts'
import { id, line, pageInput } from './fields.ts'

const settings = {
  url: line(webhookLimits.url, 1),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
}

const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    /** Signs deliveries: see the page's documentation. */
    secret: z.string(),
    events: z.array(z.enum(webhookEvents)),
    is_active: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Webhook' })
export type WebhookView = z.infer<typeof webhook>

const delivery = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    url: z.string(),
    event: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.number().int(),
    /** HTTP status of the last answer; 0 if none came. */
    status: z.number().int(),
    /** Why the last attempt failed. */
    detail: z.string(),
    /** What was sent. */
    body: z.string(),
    /** Next attempt; empty if there is none. */
    next_at: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof delivery>

const common = { access: 'customer', permission: API_PERMISSION } as const

/** Customers' addresses that are notified about tasks. */
export const webhookCalls = {
  listWebhooks: call({
    ...common,
    method: 'GET',
    path: '/admin/jowoai.webhook/list',
    summary: 'Webhook addresses that are notified of tasks',
    input: none,
    data: z.object({ list: z.array(webhook) }),
  }),
  addWebhook: call({
    ...common,
    method: 'POST',
    path: '/admin/jowoai.webhook/add',
    limits: { perMinute: 60 },
    summary: 'Add a webhook address',
    input: z.object(settings),
    data: webhook,
  }),
  editWebhook: call({
    ...common,
    method: 'POST',
    path: '/admin/jowoai.webhook/edit',
    summary: 'Change the events of a webhook address, or pause it',
    input: z.object({ id, ...settings, is_active: z.boolean() }),
    data: webhook,
  }),
  deleteWebhook: call({
    ...common,
    method: 'DELETE',
    path: '/admin/jowoai.webhook/del',
    summary: 'Delete a webhook address and its deliveries',
    input: z.object({ id }),
    data: none,
  }),
  testWebhook: call({
    ...common,
    method: 'POST',
    path: '/admin/jowoai.webhook/test',
    limits: { perMinute: 20 },
    summary: 'Send a webhook address a test event',
    input: z.object({ id }),
    data: delivery,
  }),
  listDeliveries: call({
    ...common,
    method: 'GET',
    path: '/admin/jowoai.webhook/deliveries',
    summary: 'Deliveries of the last thirty days, the latest first',
    input: z.object({
      webhook_id: id.optional(),
      state: z.enum(['pending', 'delivered', 'failed']).optional(),
      ...pageInput,
    }),
    data: listOf(delivery),
  }),
  replayDelivery: call({
    ...common,
    method: 'POST',
    path: '/admin/jowoai.webhook/replay',
    limits: { perMinute: 60 },
    summary: 'Send a delivery again, now',
    input: z.object({ id }),
    data: delivery,
  }),
}
