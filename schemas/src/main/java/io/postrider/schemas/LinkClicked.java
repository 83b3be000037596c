package io.postrider.schemas;

/** The fact that somebody followed a short link. */
public record LinkClicked(Click click) {}
