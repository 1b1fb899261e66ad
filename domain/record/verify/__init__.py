"""The verifier: one function per check, and `verify`, which runs them all over a file that nobody vouches for."""

from domain.record.verify.checks import CHECKS, verify, verify_bundle
from domain.record.verify.partial import verify_proof
from domain.record.verify.report import DealReport, Line, Report, Status, Verdict

__all__ = ["CHECKS", "DealReport", "Line", "Report", "Status", "Verdict", "verify", "verify_bundle", "verify_proof"]
