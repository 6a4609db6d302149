// DDS 1.4 §2.2.2.1.1.7 and §2.2.3.20 ENTITY_FACTORY: entities that exist, but do not take part yet.

import type { EntityFactoryQos } from "../qos/index.js";
import { DdsError } from "./DdsError.js";

/** What entities are made by: an entity as well. */
export interface EntityFactory {
  readonly isEnabled: boolean;
  readonly qos: { readonly entityFactory: EntityFactoryQos };
}

/** Whether what it makes begins enabled: not if it is disabled itself, whatever its ENTITY_FACTORY says. */
export function beginsEnabled(factory: EntityFactory): boolean {
  return factory.isEnabled && factory.qos.entityFactory.autoenableCreatedEntities;
}

/** The step from disabled to enabled, which is taken once. */
export class Enabling {
  private enabled = false;

  /**
   * @param what "writer", for messages
   * @param start lets the entity take part; if it made others, it enables them as its ENTITY_FACTORY says
   */
  constructor(
    private readonly what: string,
    private readonly factory: EntityFactory,
    private readonly start: () => void,
  ) {}

  get isEnabled(): boolean {
    return this.enabled;
  }

  /** @throws DdsError PRECONDITION_NOT_MET if what it was made by is not enabled */
  enable(): void {
    if (this.enabled) return;
    if (!this.factory.isEnabled) {
      throw new DdsError("PRECONDITION_NOT_MET", `this ${this.what} belongs to something disabled: enable that first`);
    }
    this.enabled = true;
    try {
      this.start();
    } catch (error) {
      this.enabled = false;
      throw error;
    }
  }

  /** @throws DdsError NOT_ENABLED */
  check(): void {
    if (!this.enabled) throw new DdsError("NOT_ENABLED", `this ${this.what} is not enabled: call enable() first`);
  }
}
