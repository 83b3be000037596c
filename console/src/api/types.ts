import type { components } from './contract.gen';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type Workspace = Schemas['EnteredWorkspace'];
export type SessionEntry = Schemas['SessionEntry'];
export type Key = Schemas['Key'];
export type KeyCreate = Schemas['KeyCreate'];
export type KeyCreated = Schemas['KeyCreated'];
export type Link = Schemas['Link'];
export type LinkCreate = Schemas['LinkCreate'];
export type LinkUpdate = Schemas['LinkUpdate'];
export type Statistics = Schemas['Statistics'];
export type Webhook = Schemas['Webhook'];
export type WebhookCreate = Schemas['WebhookCreate'];
export type WebhookCreated = Schemas['WebhookCreated'];
export type Delivery = Schemas['Delivery'];
export type Attempt = Schemas['Attempt'];
export type LoggedEvent = Schemas['Event'];
export type EventType = Schemas['EventType'];
export type Model = Schemas['Model'];
export type ModelConnection = Schemas['ModelConnection'];
export type Readiness = Schemas['Readiness'];
export type AuditEntry = Schemas['AuditEntry'];
