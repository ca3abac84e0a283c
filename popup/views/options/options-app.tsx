import type { JSX } from "preact";
import { t } from "../../i18n.ts";
import type { Options } from "../../models/options.ts";
import { Banners } from "../banner.tsx";
import { Mark } from "../icons.tsx";
import { Loading } from "../loading.tsx";
import { ModeChoice } from "../mode-choice.tsx";
import { AddressSection } from "./address-section.tsx";
import { ConfigSection } from "./config-section.tsx";
import { ConnectionsSection } from "./connections-section.tsx";
import { ListsSection } from "./lists-section.tsx";
import { LogSection } from "./log-section.tsx";
import { PasteSection } from "./paste-section.tsx";
import { TipsSection } from "./tips-section.tsx";
import { VersionsSection } from "./versions-section.tsx";
import { WebRtcSection } from "./web-rtc-section.tsx";

export function OptionsApp({ options }: { options: Options }): JSX.Element {
  return (
    <>
      <header class="page-head">
        <Mark />
        <h1>{t("name")}</h1>
        {options.store.view.value && <ModeChoice store={options.store} actions={options.actions} />}
      </header>
      <Banners {...options} onSettings={null} />
      <main class="page">
        {options.store.view.value === null && <Loading />}
        <PasteSection options={options} />
        <ConfigSection options={options} />
        <ListsSection options={options} />
        <AddressSection options={options} />
        <VersionsSection options={options} />
        <ConnectionsSection choice={options.connections} />
        <WebRtcSection options={options} />
        <TipsSection />
        <LogSection log={options.log} />
      </main>
    </>
  );
}
