//! What a caller can ask for: one operation a variant, in the words of the capability that answers it.

use super::assertions::{AssertionOf, Fetch};
use super::effects::EffectsOf;
use super::evidence::{Begin, DropUnit, FinishUnit, Open, StatesFile};
use super::improve::CheckSettings;
use super::infer::Infer;
use super::program::CallGraph;
use super::rank::{AddFlow, DetectAnomalies, Rank};
use super::request::Nothing;
use super::select::Select;
use crate::evidence::unit::UnitHeader;
use crate::ranking::plan::Plan;
use serde::Deserialize;

/// The operations of `NativeEngine.call`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Call {
    Begin(Begin),
    Schema(Nothing),
    Units(Nothing),
    BeginUnit(UnitHeader),
    FinishUnit(FinishUnit),
    DropUnit(DropUnit),
    Summary(Nothing),
    ImportStates(StatesFile),
    ExportStates(StatesFile),
    Check(AssertionOf),
    CheckSettings(CheckSettings),
    Evaluate(AssertionOf),
    Clauses(AssertionOf),
    Select(Select),
    CallGraph(CallGraph),
    Effects(EffectsOf),
    Infer(Infer),
    OpenRanking(Plan),
    DetectAnomalies(DetectAnomalies),
    AddFlow(AddFlow),
    Rank(Rank),
}

/// The operation of `NativeEngine.open`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OpenCall {
    Open(Open),
}

/// The operation of `NativeEngine.fetch`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FetchCall {
    Fetch(Fetch),
}
